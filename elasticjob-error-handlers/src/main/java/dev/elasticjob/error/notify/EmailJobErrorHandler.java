package dev.elasticjob.error.notify;

/**
 * Error handler of type {@code EMAIL}: reports failed jobs by mail. It needs Jakarta Mail on the class path, which is an optional
 * dependency of this module. Without it, this class can be loaded but not initialised.
 */
public final class EmailJobErrorHandler extends NotifyingJobErrorHandler {

    public EmailJobErrorHandler() {
        this(NotifierClock.SYSTEM, Limits.DEFAULT);
    }

    EmailJobErrorHandler(NotifierClock clock, Limits limits) {
        super(clock, limits);
    }

    @Override
    public String getType() {
        return "EMAIL";
    }

    @Override
    Channel channel(HandlerProperties props, NotifierClock clock) {
        try {
            return MailChannel.read(props, clock);
        } catch (NoClassDefFoundError missing) {
            throw new IllegalArgumentException(
                    "The error handler EMAIL needs Jakarta Mail, which is not on the class path."
                            + " Add the dependency org.eclipse.angus:angus-mail, version 2.",
                    missing);
        }
    }
}
