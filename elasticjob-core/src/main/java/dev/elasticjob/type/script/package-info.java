/** Jobs that consist of a command line. */
package dev.elasticjob.type.script;
