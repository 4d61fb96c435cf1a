/** Errors as JSON, RFC 9457. */
package dev.elasticjob.console.problem;
