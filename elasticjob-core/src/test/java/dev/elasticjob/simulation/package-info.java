/** What the simulators of the engine and of whole processes share. */
package dev.elasticjob.simulation;
