/** Jobs that are a command line. */
package dev.elasticjob.type.script;
