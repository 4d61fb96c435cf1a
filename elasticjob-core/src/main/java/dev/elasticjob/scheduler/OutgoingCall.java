package dev.elasticjob.scheduler;

/**
 * The kinds of calls from the scheduler to code that is not its own. Each goes through a {@link Guard}; a test makes each of
 * them throw. A call of a further kind needs a constant here.
 */
enum OutgoingCall {
    REGISTRY_OPEN("opening a registry session"),
    REGISTRY_STATE("a registry session's state"),
    REGISTRY_READ("a registry read"),
    REGISTRY_COMMIT("a registry commit"),
    REGISTRY_WATCH("setting a registry watch"),
    REGISTRY_UNWATCH("removing a registry watch"),
    REGISTRY_CLOSE("closing a registry session"),
    CLOCK("the clock"),
    TIMER("scheduling a timer"),
    TIMER_TASK("a timer's task"),
    THREAD_TASK("a task of a thread"),
    COORDINATION_THREAD("starting a coordination thread"),
    WORKER_THREAD("starting a worker thread"),
    HISTORY("a history listener"),
    HISTORY_CLOSE("closing a history listener"),
    HISTORY_METRICS("the metrics of a history listener"),
    JOB_LISTENER("a job listener"),
    DISTRIBUTE_ONCE_LISTENER("a distribute-once listener"),
    ERROR_HANDLER("the error handler"),
    ERROR_HANDLER_CLOSE("closing the error handler"),
    UNCAUGHT_EXCEPTION_HANDLER("the handler of uncaught exceptions"),
    SHARDING_STRATEGY("the sharding strategy"),
    EXTENSIONS("creating the extensions of an edited configuration"),
    ITEM_PREPARATION("preparing items"),
    LOGGING_CONTEXT("the logging context"),
    ENGINE("a step of the engine");

    private final String description;

    OutgoingCall(String description) {
        this.description = description;
    }

    /** Returns the noun phrase for messages: "... failed". */
    String description() {
        return description;
    }
}
