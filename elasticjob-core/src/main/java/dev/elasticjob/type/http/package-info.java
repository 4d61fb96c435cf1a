/** Jobs that consist of an HTTP request. */
package dev.elasticjob.type.http;
