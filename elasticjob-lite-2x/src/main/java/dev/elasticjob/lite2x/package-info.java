/** Maps the API of Elastic-Job-Lite 2.x to this engine. Not for applications. */
package dev.elasticjob.lite2x;
