/**
 * Registry in a relational database: PostgreSQL, MariaDB or MySQL, and H2 for development.
 *
 * <p>A commit is one statement that takes the lock of its namespace, so commits are serialized and no lock outlives a request. Sessions
 * are rows with a counter that their owner increments. Other sessions end a session whose counter stops changing.
 */
package dev.elasticjob.registry.jdbc;
