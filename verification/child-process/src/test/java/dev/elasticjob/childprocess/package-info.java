/** Tests of the child processes of tests. */
package dev.elasticjob.childprocess;
