/**
 * Programs that use the API of Elastic-Job-Lite 2.x. They are compiled and run twice, with 2.1.5 and with the adapter, and must print the
 * same. They use only that API and the JDK.
 */
package dev.elasticjob.lite2x.program;
