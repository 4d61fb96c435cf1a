/** Networks that fail on demand, for tests of clients of a server. */
package dev.elasticjob.test.net;
