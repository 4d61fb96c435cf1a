/** Building blocks for implementations of the registry SPI. Applications do not use them. */
package dev.elasticjob.registry.support;
