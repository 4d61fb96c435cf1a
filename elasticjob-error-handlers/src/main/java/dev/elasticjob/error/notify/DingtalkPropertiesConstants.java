package dev.elasticjob.error.notify;

/** Names and defaults of the properties of the {@code DINGTALK} error handler. */
public final class DingtalkPropertiesConstants {

    /** The address of the robot. Whoever knows it can write to the group: treat it as a password. */
    public static final String WEBHOOK = "dingtalk.webhook";

    /** The word that the robot demands in every message; default none. */
    public static final String KEYWORD = "dingtalk.keyword";

    /** The key with which the robot demands requests to be signed; default none. */
    public static final String SECRET = "dingtalk.secret";

    /** Default {@value #DEFAULT_CONNECT_TIMEOUT_MILLISECONDS}; {@code dingtalk.connectTimeout} is understood as well. */
    public static final String CONNECT_TIMEOUT_MILLISECONDS = "dingtalk.connectTimeoutMilliseconds";

    public static final String DEFAULT_CONNECT_TIMEOUT_MILLISECONDS = "3000";

    /** Default {@value #DEFAULT_READ_TIMEOUT_MILLISECONDS}; {@code dingtalk.readTimeout} is understood as well. */
    public static final String READ_TIMEOUT_MILLISECONDS = "dingtalk.readTimeoutMilliseconds";

    public static final String DEFAULT_READ_TIMEOUT_MILLISECONDS = "5000";

    private DingtalkPropertiesConstants() {}
}
