package dev.elasticjob.console.history;

/** A database as it is kept, its password sealed; empty for none. */
record DataSourceDefinition(String name, String url, String username, String sealedPassword) {}
