/** The XML namespace {@code elasticjob}. */
package dev.elasticjob.spring.namespace;
