/** Self-contained extension points, and the lookup of extensions. */
package dev.elasticjob.spi;
