package dev.elasticjob.console.history;

/**
 * A database for display, without its password.
 *
 * @param configured whether the database is defined in the configuration, and can only be changed there
 */
public record DataSourceView(String name, String url, String username, boolean hasPassword, boolean configured) {}
