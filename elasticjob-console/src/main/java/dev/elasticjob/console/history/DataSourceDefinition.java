package dev.elasticjob.console.history;

/** A stored database definition. The password is sealed; empty if there is none. */
record DataSourceDefinition(String name, String url, String username, String sealedPassword) {}
