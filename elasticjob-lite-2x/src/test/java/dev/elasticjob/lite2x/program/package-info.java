/**
 * Programs against the API of Elastic-Job-Lite 2.x. They are compiled and run twice, against 2.1.5 and against the adapter, and
 * must print the same. They use nothing but that API and the JDK.
 */
package dev.elasticjob.lite2x.program;
