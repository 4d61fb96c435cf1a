/** The operations API as it is documented: what can be asked of jobs, and done to them. */
package dev.elasticjob.lifecycle.api;
