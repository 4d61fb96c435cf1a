package dev.elasticjob.error.notify;

/** Names and defaults of the properties of the {@code DINGTALK} error handler. */
public final class DingtalkPropertiesConstants {

    /** URL of the robot. Anyone who knows it can post to the group: treat it as a password. */
    public static final String WEBHOOK = "dingtalk.webhook";

    /** Keyword that the robot requires in every message; default none. */
    public static final String KEYWORD = "dingtalk.keyword";

    /** Key for signing requests, if the robot requires signatures; default none. */
    public static final String SECRET = "dingtalk.secret";

    /**
     * Connection timeout in milliseconds; default {@value #DEFAULT_CONNECT_TIMEOUT_MILLISECONDS}. The name
     * {@code dingtalk.connectTimeout} is accepted as well.
     */
    public static final String CONNECT_TIMEOUT_MILLISECONDS = "dingtalk.connectTimeoutMilliseconds";

    public static final String DEFAULT_CONNECT_TIMEOUT_MILLISECONDS = "3000";

    /**
     * Read timeout in milliseconds; default {@value #DEFAULT_READ_TIMEOUT_MILLISECONDS}. The name {@code dingtalk.readTimeout} is
     * accepted as well.
     */
    public static final String READ_TIMEOUT_MILLISECONDS = "dingtalk.readTimeoutMilliseconds";

    public static final String DEFAULT_READ_TIMEOUT_MILLISECONDS = "5000";

    private DingtalkPropertiesConstants() {}
}
