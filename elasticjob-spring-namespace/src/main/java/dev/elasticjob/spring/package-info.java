/** Jobs as beans of a Spring context: how they are found, made, started when the context is up, and ended before it goes. */
package dev.elasticjob.spring;
