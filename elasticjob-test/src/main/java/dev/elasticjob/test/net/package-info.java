/** Networks that fail on demand, for tests of what talks to a server. */
package dev.elasticjob.test.net;
