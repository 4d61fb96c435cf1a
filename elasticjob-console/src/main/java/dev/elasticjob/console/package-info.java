/** The console as a program: starts, commands, wiring. */
package dev.elasticjob.console;
