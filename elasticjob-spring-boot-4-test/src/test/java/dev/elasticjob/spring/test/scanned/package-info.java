/** Found by scanning. */
package dev.elasticjob.spring.test.scanned;
