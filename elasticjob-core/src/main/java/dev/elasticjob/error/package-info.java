/** Handling of exceptions of items. */
package dev.elasticjob.error;
