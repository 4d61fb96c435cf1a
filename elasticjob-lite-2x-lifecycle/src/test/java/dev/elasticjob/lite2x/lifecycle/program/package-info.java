/** A program against the operations API of 2.x, which is compiled and run against 2.1.5 and against the adapter. */
package dev.elasticjob.lite2x.lifecycle.program;
