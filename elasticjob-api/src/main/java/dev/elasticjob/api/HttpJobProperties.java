package dev.elasticjob.api;

/** Names of the properties of {@code HTTP} jobs. */
public final class HttpJobProperties {

    public static final String URI_KEY = "http.uri";
    public static final String METHOD_KEY = "http.method";
    public static final String DATA_KEY = "http.data";
    public static final String CONTENT_TYPE_KEY = "http.content.type";

    /** Connection timeout; default 3000. */
    public static final String CONNECT_TIMEOUT_KEY = "http.connect.timeout.milliseconds";

    /** Read timeout; default 5000. */
    public static final String READ_TIMEOUT_KEY = "http.read.timeout.milliseconds";

    /** Request header that contains the sharding context as JSON. */
    public static final String SHARDING_CONTEXT_KEY = "shardingContext";

    private HttpJobProperties() {}
}
