package dev.elasticjob.error.notify;

/** Names and defaults of the properties of the {@code EMAIL} error handler. */
public final class EmailPropertiesConstants {

    public static final String HOST = "email.host";
    public static final String PORT = "email.port";
    public static final String USERNAME = "email.username";
    public static final String PASSWORD = "email.password";

    /** Whether the connection uses TLS from its first byte; default {@value #DEFAULT_IS_USE_SSL}. */
    public static final String IS_USE_SSL = "email.useSsl";

    public static final String DEFAULT_IS_USE_SSL = "true";

    /** Hosts whose certificates are not verified, separated by blanks or commas; {@code *} for all hosts. */
    public static final String SSL_TRUST = "email.ssl.trust";

    /** Subject of the mails; default {@value #DEFAULT_SUBJECT}. */
    public static final String SUBJECT = "email.subject";

    public static final String DEFAULT_SUBJECT = "ElasticJob error message";

    public static final String FROM = "email.from";

    /** Recipients, separated by commas. */
    public static final String TO = "email.to";

    /** Recipients of copies, separated by commas; default none. */
    public static final String CC = "email.cc";

    /** Recipients of blind copies, separated by commas; default none. */
    public static final String BCC = "email.bcc";

    /** Whether the dialogue with the mail server is logged; default {@value #DEFAULT_IS_DEBUG}. */
    public static final String IS_DEBUG = "email.debug";

    public static final String DEFAULT_IS_DEBUG = "false";

    private EmailPropertiesConstants() {}
}
