/** Runs that the application or an operator requests. */
package dev.elasticjob.engine.requests;
