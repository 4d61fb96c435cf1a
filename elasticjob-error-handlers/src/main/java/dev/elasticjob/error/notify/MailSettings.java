package dev.elasticjob.error.notify;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Properties;
import java.util.stream.Stream;
import javax.net.SocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mail server and connection settings.
 *
 * @param trusted whether the certificate of the server is accepted without verification
 */
record MailSettings(
        String host,
        int port,
        String username,
        Secret password,
        boolean ssl,
        boolean trusted,
        String subject,
        boolean debug) {

    private static final Logger LOG = LoggerFactory.getLogger(MailSettings.class);

    private static final String CONNECT_MILLISECONDS = "5000";
    private static final String READ_MILLISECONDS = "10000";
    private static final String WRITE_MILLISECONDS = "10000";

    static MailSettings read(HandlerProperties props) {
        String host = props.requiredText(
                EmailPropertiesConstants.HOST, "Write the host name of the mail server, such as smtp.example.com");
        MailSettings settings = new MailSettings(
                host,
                props.requiredPort(EmailPropertiesConstants.PORT),
                props.requiredText(
                        EmailPropertiesConstants.USERNAME, "Write the user name of an account on the mail server"),
                props.requiredSecret(
                        EmailPropertiesConstants.PASSWORD, "Write the password of the account on the mail server"),
                props.flag(EmailPropertiesConstants.IS_USE_SSL, EmailPropertiesConstants.DEFAULT_IS_USE_SSL),
                props.text(EmailPropertiesConstants.SSL_TRUST)
                        .filter(trust -> names(trust, host))
                        .isPresent(),
                props.text(EmailPropertiesConstants.SUBJECT).orElse(EmailPropertiesConstants.DEFAULT_SUBJECT),
                props.flag(EmailPropertiesConstants.IS_DEBUG, EmailPropertiesConstants.DEFAULT_IS_DEBUG));
        settings.warnOfOpenDoors();
        return settings;
    }

    /**
     * Returns whether the list contains the host. A list without the host would block the configured server itself, which is never
     * intended.
     */
    private static boolean names(String trust, String host) {
        if (Stream.of(trust.split("[\\s,]+")).noneMatch(each -> each.equals("*") || each.equalsIgnoreCase(host))) {
            throw HandlerProperties.wrong(
                    EmailPropertiesConstants.SSL_TRUST,
                    trust,
                    "it does not name " + host + ", which is the " + EmailPropertiesConstants.HOST,
                    "Add it, write * for all hosts, or leave the property out to have the certificate checked");
        }
        return true;
    }

    private void warnOfOpenDoors() {
        if (!ssl) {
            LOG.warn(
                    "{} is false: the password for {} goes to the mail server unencrypted",
                    EmailPropertiesConstants.IS_USE_SSL,
                    host);
        } else if (trusted) {
            LOG.warn("{} is set: the certificate of {} is not verified", EmailPropertiesConstants.SSL_TRUST, host);
        }
    }

    /** Returns the properties for Jakarta Mail. They do not contain the password, because the debug mode of Jakarta Mail prints them. */
    Properties sessionProperties(SocketFactory sockets, String from) {
        Properties props = new Properties();
        props.setProperty("mail.transport.protocol", "smtp");
        props.setProperty("mail.from", from);
        props.setProperty("mail.smtp.auth", "true");
        props.setProperty("mail.smtp.connectiontimeout", CONNECT_MILLISECONDS);
        props.setProperty("mail.smtp.timeout", READ_MILLISECONDS);
        props.setProperty("mail.smtp.writetimeout", WRITE_MILLISECONDS);
        props.setProperty("mail.smtp.quitwait", "false");
        // An invalid address must not prevent delivery to the other recipients.
        props.setProperty("mail.smtp.sendpartial", "true");
        props.setProperty("mail.smtp.ssl.enable", String.valueOf(ssl));
        props.setProperty("mail.smtp.ssl.checkserveridentity", String.valueOf(!trusted));
        if (trusted) {
            props.setProperty("mail.smtp.ssl.trust", host);
        }
        // Jakarta Mail adds TLS on top of these sockets.
        props.put("mail.smtp.socketFactory", sockets);
        props.setProperty("mail.smtp.socketFactory.fallback", "false");
        props.setProperty("mail.debug.auth", "false");
        props.setProperty("mail.debug.auth.username", "false");
        props.setProperty("mail.debug.auth.password", "false");
        return props;
    }

    /** Returns the password in every encoding in which it is sent to the server. */
    Secrets secrets() {
        String plain = "\0" + username + "\0" + password.text();
        return new Secrets(Stream.of(password.text(), base64(password.text()), base64(plain)));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
