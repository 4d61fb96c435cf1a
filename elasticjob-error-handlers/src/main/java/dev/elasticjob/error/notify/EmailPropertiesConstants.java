package dev.elasticjob.error.notify;

/** Names and defaults of the properties of the {@code EMAIL} error handler. */
public final class EmailPropertiesConstants {

    public static final String HOST = "email.host";
    public static final String PORT = "email.port";
    public static final String USERNAME = "email.username";
    public static final String PASSWORD = "email.password";

    /** Whether the connection is encrypted from its first byte on; default {@value #DEFAULT_IS_USE_SSL}. */
    public static final String IS_USE_SSL = "email.useSsl";

    public static final String DEFAULT_IS_USE_SSL = "true";

    /** Hosts whose certificate is not checked, separated by blanks or commas; {@code *} for all. */
    public static final String SSL_TRUST = "email.ssl.trust";

    /** Default {@value #DEFAULT_SUBJECT}. */
    public static final String SUBJECT = "email.subject";

    public static final String DEFAULT_SUBJECT = "ElasticJob error message";

    public static final String FROM = "email.from";

    /** Addresses, separated by commas. */
    public static final String TO = "email.to";

    /** Addresses, separated by commas; default none. */
    public static final String CC = "email.cc";

    /** Addresses, separated by commas; default none. */
    public static final String BCC = "email.bcc";

    /** Whether the talk with the server goes to the log; default {@value #DEFAULT_IS_DEBUG}. */
    public static final String IS_DEBUG = "email.debug";

    public static final String DEFAULT_IS_DEBUG = "false";

    private EmailPropertiesConstants() {}
}
