package dev.elasticjob.error.notify;

import jakarta.mail.NoSuchProviderException;
import jakarta.mail.Session;
import java.time.Duration;
import java.util.Properties;

/** Channel to a mail server. */
final class MailChannel implements Channel {

    /** Maximum time for one mail, from connecting until the server accepts it. */
    private static final Duration SEND_LIMIT = Duration.ofSeconds(30);

    private final MailSettings settings;
    private final MailAddresses addresses;
    private final NotifierClock clock;
    private final Secrets secrets;

    private MailChannel(MailSettings settings, MailAddresses addresses, NotifierClock clock) {
        this.settings = settings;
        this.addresses = addresses;
        this.clock = clock;
        secrets = settings.secrets();
    }

    static MailChannel read(HandlerProperties props, NotifierClock clock) {
        checkImplementation();
        return new MailChannel(MailSettings.read(props), MailAddresses.read(props), clock);
    }

    /**
     * Checks that an implementation is available: the API and its implementation are separate jars, and the API alone is not sufficient.
     */
    private static void checkImplementation() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Uses the same class loader as the sending thread, which looks up the implementation again.
        thread.setContextClassLoader(MailChannel.class.getClassLoader());
        try {
            Session.getInstance(new Properties()).getTransport("smtp");
        } catch (NoSuchProviderException | IllegalStateException missing) {
            throw new IllegalArgumentException(
                    "The error handler EMAIL finds the API of Jakarta Mail, but no implementation that can SMTP."
                            + " Add the dependency org.eclipse.angus:angus-mail, version 2.",
                    missing);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public Secrets secrets() {
        return secrets;
    }

    @Override
    public Courier open() {
        return new MailCourier(settings, addresses, clock, SEND_LIMIT);
    }
}
