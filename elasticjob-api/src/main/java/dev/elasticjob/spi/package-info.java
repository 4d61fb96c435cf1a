/** Extension points that need nothing but themselves, and how they are found. */
package dev.elasticjob.spi;
