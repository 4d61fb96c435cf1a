/** Error responses in JSON, as defined by RFC 9457. */
package dev.elasticjob.console.problem;
