/** Common parts of the simulators of the engine and of whole processes. */
package dev.elasticjob.simulation;
