/** The state of one job on one instance, with one owner for each part of it, and the interface to the world outside. */
package dev.elasticjob.engine.context;
