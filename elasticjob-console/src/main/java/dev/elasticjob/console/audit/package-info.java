/** What was done, by whom. */
package dev.elasticjob.console.audit;
