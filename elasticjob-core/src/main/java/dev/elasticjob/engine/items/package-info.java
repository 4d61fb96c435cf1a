/** What is known of an item and what is owed to it. */
package dev.elasticjob.engine.items;
