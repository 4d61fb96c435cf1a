/** Immutable views of jobs in the registry, with all data that a console displays. */
package dev.elasticjob.lifecycle.view;
