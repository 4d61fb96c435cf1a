package dev.elasticjob.api;

/** Names of the properties of dataflow jobs. */
public final class DataflowJobProperties {

    /** {@code true} to fetch and process until no data is left; default {@code false}. */
    public static final String STREAM_PROCESS_KEY = "streaming.process";

    private DataflowJobProperties() {}
}
