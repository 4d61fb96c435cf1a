/** The audit log: which user did what. */
package dev.elasticjob.console.audit;
