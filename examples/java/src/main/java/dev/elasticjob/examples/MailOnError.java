package dev.elasticjob.examples;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.error.notify.EmailPropertiesConstants;
import jakarta.mail.MessagingException;
import java.util.concurrent.ExecutionException;

/**
 * Sends an email when a job fails. The mail server in this example is a stub. The password is not written to the
 * registry.
 */
public final class MailOnError {

    private MailOnError() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException, MessagingException {
        ServerSetup setup = new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP);
        setup.setServerStartupTimeout(60_000);
        GreenMail server = new GreenMail(setup);
        server.start();
        server.setUser("jobs@example.com", "jobs", "the password");
        JobConfiguration configuration = JobConfiguration.newBuilder("mailed", 1)
                .jobErrorHandlerType("EMAIL")
                .setProperty(EmailPropertiesConstants.HOST, "127.0.0.1")
                .setProperty(
                        EmailPropertiesConstants.PORT,
                        String.valueOf(server.getSmtp().getPort()))
                .setProperty(EmailPropertiesConstants.USERNAME, "jobs")
                .setProperty(EmailPropertiesConstants.PASSWORD, "the password")
                // Connections to a real mail server use TLS, which is the default.
                .setProperty(EmailPropertiesConstants.IS_USE_SSL, "false")
                .setProperty(EmailPropertiesConstants.FROM, "jobs@example.com")
                .setProperty(EmailPropertiesConstants.TO, "operator@example.com")
                .build();
        SimpleJob job = context -> {
            throw new IllegalStateException("the disk is full");
        };
        try (ExampleRegistry registry = new ExampleRegistry("mailed")) {
            new OneOffJobBootstrap(registry.connect(), job, configuration)
                    .execute()
                    .get();
            server.waitForIncomingEmail(60_000, 1);
            System.out.println("A mail to " + server.getReceivedMessages()[0].getAllRecipients()[0] + ": "
                    + server.getReceivedMessages()[0].getSubject());
        } finally {
            server.stop();
        }
    }
}
