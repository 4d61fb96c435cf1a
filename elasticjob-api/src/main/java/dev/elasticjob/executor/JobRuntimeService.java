package dev.elasticjob.executor;

/** State of the engine that an executor can query while an item runs. */
public interface JobRuntimeService {

    /**
     * Returns whether a continuous run may continue: the item still belongs to this instance, nothing that it depends on has been
     * disabled, and the run has not been requested to stop. Inexpensive, so it can be called after every batch.
     */
    boolean mayContinue();
}
