package dev.elasticjob.console.history;

/**
 * A database as it is shown: never with its password.
 *
 * @param configured whether it stands in the configuration, where it can be changed
 */
public record DataSourceView(String name, String url, String username, boolean hasPassword, boolean configured) {}
