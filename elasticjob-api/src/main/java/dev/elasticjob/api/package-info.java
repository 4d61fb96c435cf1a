/** What the authors of jobs write against. */
package dev.elasticjob.api;
