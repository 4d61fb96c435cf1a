/** Applications that tests start as processes of their own. */
package dev.elasticjob.spring.test.process;
