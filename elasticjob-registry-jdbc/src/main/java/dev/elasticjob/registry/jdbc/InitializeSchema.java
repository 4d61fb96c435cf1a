package dev.elasticjob.registry.jdbc;

/** When the registry creates its tables. It never changes tables that exist. */
public enum InitializeSchema {
    /** In H2 only. */
    EMBEDDED,
    ALWAYS,
    NEVER
}
