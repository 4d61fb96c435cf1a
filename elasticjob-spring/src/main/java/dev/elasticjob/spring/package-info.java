/** Jobs as beans of a Spring context: they are found and created with the context, started after its start, and stopped before its end. */
package dev.elasticjob.spring;
