/** Jobs that record the begin and end of their runs, identical for every engine. They depend only on the JDK. */
package dev.elasticjob.witness;
