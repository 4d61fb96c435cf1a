/** The console application: startup, commands and wiring. */
package dev.elasticjob.console;
