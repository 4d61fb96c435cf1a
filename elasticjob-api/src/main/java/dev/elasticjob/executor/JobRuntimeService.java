package dev.elasticjob.executor;

/** What the engine tells an executor while an item runs. */
public interface JobRuntimeService {

    /**
     * Whether work that goes on and on may go on: the item still belongs to this instance, nothing that it depends on has
     * been disabled, and nobody wants it to stop. Cheap enough to be asked after every batch.
     */
    boolean mayContinue();
}
