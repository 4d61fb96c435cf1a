/** For tests of jobs: instances of an application in one JVM, on a registry in memory. */
package dev.elasticjob.test.job;
