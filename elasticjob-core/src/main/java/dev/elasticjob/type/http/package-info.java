/** Jobs that are an HTTP request. */
package dev.elasticjob.type.http;
