package dev.elasticjob.error.notify;

/** Names and defaults of the properties of the {@code WECHAT} error handler. */
public final class WechatPropertiesConstants {

    /** The address of the robot. Whoever knows it can write to the group: treat it as a password. */
    public static final String WEBHOOK = "wechat.webhook";

    /** Default {@value #DEFAULT_CONNECT_TIMEOUT_MILLISECONDS}; {@code wechat.connectTimeout} is understood as well. */
    public static final String CONNECT_TIMEOUT_MILLISECONDS = "wechat.connectTimeoutMilliseconds";

    public static final String DEFAULT_CONNECT_TIMEOUT_MILLISECONDS = "3000";

    /** Default {@value #DEFAULT_READ_TIMEOUT_MILLISECONDS}; {@code wechat.readTimeout} is understood as well. */
    public static final String READ_TIMEOUT_MILLISECONDS = "wechat.readTimeoutMilliseconds";

    public static final String DEFAULT_READ_TIMEOUT_MILLISECONDS = "5000";

    private WechatPropertiesConstants() {}
}
