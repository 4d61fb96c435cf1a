/** API for the authors of jobs. */
package dev.elasticjob.api;
