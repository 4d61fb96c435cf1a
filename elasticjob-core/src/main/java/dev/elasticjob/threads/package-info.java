/** Number and kind of the threads on which one instance runs the items of a job. */
package dev.elasticjob.threads;
