/** Counts violations of the guarantees. The analysis is free of side effects: it maps records to findings. */
package dev.elasticjob.chaos.analysis;
