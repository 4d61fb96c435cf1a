package dev.elasticjob.api;

/** Names of the properties of dataflow jobs. */
public final class DataflowJobProperties {

    /** {@code true}: fetch and process until nothing is left. Default {@code false}. */
    public static final String STREAM_PROCESS_KEY = "streaming.process";

    private DataflowJobProperties() {}
}
