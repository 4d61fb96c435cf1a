package dev.elasticjob.registry.jdbc;

/** Determines when the registry creates its tables. It never changes existing tables. */
public enum InitializeSchema {
    /** Only in H2. */
    EMBEDDED,
    ALWAYS,
    NEVER
}
