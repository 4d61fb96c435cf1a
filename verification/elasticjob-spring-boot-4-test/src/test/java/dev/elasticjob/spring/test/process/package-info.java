/** Applications that tests start as separate processes. */
package dev.elasticjob.spring.test.process;
