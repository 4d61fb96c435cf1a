/** Support for testing jobs: instances of an application in one JVM, on an in-memory registry. */
package dev.elasticjob.test.job;
