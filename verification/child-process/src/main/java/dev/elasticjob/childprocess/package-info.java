/** Starts, controls and ends the child processes of tests. */
package dev.elasticjob.childprocess;
