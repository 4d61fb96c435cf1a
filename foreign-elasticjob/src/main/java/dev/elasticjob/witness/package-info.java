/** Jobs that write down when they begin and end, the same for every engine that runs them. Needs the JDK alone. */
package dev.elasticjob.witness;
