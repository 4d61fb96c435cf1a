/** Classes that scanning finds. */
package dev.elasticjob.spring.test.scanned;
