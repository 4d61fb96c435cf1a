/** What the design forbids, as tests. */
package dev.elasticjob.architecture;
