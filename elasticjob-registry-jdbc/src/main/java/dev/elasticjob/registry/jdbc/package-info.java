/**
 * The registry in a relational database: PostgreSQL, MariaDB or MySQL, and H2 for development.
 *
 * <p>A commit is one statement that takes the lock of its namespace, so commits happen one after the other and no lock outlives a
 * request. Sessions are rows with a counter that their owner increments; other sessions end one whose counter stays the same.
 */
package dev.elasticjob.registry.jdbc;
