package dev.elasticjob.error.notify;

import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends mails, each over its own connection. */
final class MailCourier implements Courier {

    private static final Logger LOG = LoggerFactory.getLogger(MailCourier.class);

    private static final String UTF_8 = StandardCharsets.UTF_8.name();

    private final MailSettings settings;
    private final MailAddresses addresses;
    private final NotifierClock clock;
    private final Duration limit;
    private AbortableSockets current = new AbortableSockets();
    private boolean aborted;

    MailCourier(MailSettings settings, MailAddresses addresses, NotifierClock clock, Duration limit) {
        this.settings = settings;
        this.addresses = addresses;
        this.clock = clock;
        this.limit = limit;
    }

    @Override
    public void send(String text) throws IOException, MessagingException {
        AbortableSockets sockets = open();
        CompletableFuture<Void> late =
                new CompletableFuture<Void>().completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS);
        late.thenRun(sockets::abort);
        try {
            send(session(sockets), text);
        } catch (MessagingException failure) {
            if (late.isDone()) {
                throw new IOException(
                        "The mail server did not take the mail within " + limit.toMillis() + " ms", failure);
            }
            throw failure;
        } finally {
            late.cancel(false);
        }
    }

    private synchronized AbortableSockets open() throws IOException {
        if (aborted) {
            throw new IOException("Sending was aborted");
        }
        current = new AbortableSockets();
        return current;
    }

    private Session session(AbortableSockets sockets) {
        Session session = Session.getInstance(
                settings.sessionProperties(sockets, addresses.from().getAddress()));
        if (settings.debug()) {
            Secrets secrets = settings.secrets();
            session.setDebugOut(LogStream.to(line -> LOG.info("{}", secrets.hide(line))));
            session.setDebug(true);
        }
        return session;
    }

    private void send(Session session, String text) throws MessagingException {
        MimeMessage message = new MimeMessage(session);
        message.setFrom(addresses.from());
        message.setRecipients(RecipientType.TO, array(addresses.to()));
        message.setRecipients(RecipientType.CC, array(addresses.cc()));
        message.setSubject(settings.subject(), UTF_8);
        message.setSentDate(Date.from(clock.now()));
        // Suppresses out-of-office replies.
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setText(text, UTF_8);
        message.saveChanges();
        try (Transport transport = session.getTransport()) {
            transport.connect(
                    settings.host(),
                    settings.port(),
                    settings.username(),
                    settings.password().text());
            transport.sendMessage(message, addresses.all());
        }
    }

    private static InternetAddress[] array(List<InternetAddress> addresses) {
        return addresses.toArray(InternetAddress[]::new);
    }

    @Override
    public synchronized void abort() {
        aborted = true;
        current.abort();
    }

    /** Does nothing: the connection is closed after each mail. */
    @Override
    public void close() {}
}
