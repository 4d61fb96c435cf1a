/** Authentication and authorisation. */
package dev.elasticjob.console.security;
