/** The REST API. */
package dev.elasticjob.console.rest;
