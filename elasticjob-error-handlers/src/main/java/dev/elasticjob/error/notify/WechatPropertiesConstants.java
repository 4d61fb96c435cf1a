package dev.elasticjob.error.notify;

/** Names and defaults of the properties of the {@code WECHAT} error handler. */
public final class WechatPropertiesConstants {

    /** URL of the robot. Anyone who knows it can post to the group: treat it as a password. */
    public static final String WEBHOOK = "wechat.webhook";

    /**
     * Connection timeout in milliseconds; default {@value #DEFAULT_CONNECT_TIMEOUT_MILLISECONDS}. The name {@code wechat.connectTimeout}
     * is accepted as well.
     */
    public static final String CONNECT_TIMEOUT_MILLISECONDS = "wechat.connectTimeoutMilliseconds";

    public static final String DEFAULT_CONNECT_TIMEOUT_MILLISECONDS = "3000";

    /**
     * Read timeout in milliseconds; default {@value #DEFAULT_READ_TIMEOUT_MILLISECONDS}. The name {@code wechat.readTimeout} is accepted
     * as well.
     */
    public static final String READ_TIMEOUT_MILLISECONDS = "wechat.readTimeoutMilliseconds";

    public static final String DEFAULT_READ_TIMEOUT_MILLISECONDS = "5000";

    private WechatPropertiesConstants() {}
}
