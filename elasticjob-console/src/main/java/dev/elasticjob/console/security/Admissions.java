package dev.elasticjob.console.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Determines whether a client with an open stream is still authorised. Requests are authorised when they arrive, but streams
 * stay open.
 */
public final class Admissions {

    private static final String ATTRIBUTE = SessionEnd.class.getName();

    private final Accounts accounts;
    private final Tokens tokens;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    public Admissions(Accounts accounts, Tokens tokens) {
        this.accounts = accounts;
        this.tokens = tokens;
        accounts.onChange(this::notifyStreams);
        tokens.onChange(this::notifyStreams);
    }

    /** The authorisation of a request at the time of its arrival. */
    public interface Admission {

        /** Returns whether the token is still valid, or the session has not ended and its account is unchanged. */
        boolean holds();
    }

    /** Registers a listener, which is called when an admission may have ended, on the thread that ended it. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    private void notifyStreams() {
        listeners.forEach(Runnable::run);
    }

    /** Returns the admission of the current user. */
    public Admission of(HttpServletRequest request) {
        ConsoleUser user = Users.require();
        if (user.way() == ConsoleUser.Way.TOKEN) {
            return () -> tokens.isValid(user.stamp());
        }
        Optional<SessionEnd> session =
                Optional.ofNullable(request.getSession(false)).flatMap(this::endOf);
        return () -> session.filter(end -> !end.hasEnded).isPresent()
                && (user.way() != ConsoleUser.Way.PASSWORD || accounts.isCurrent(user));
    }

    private Optional<SessionEnd> endOf(HttpSession session) {
        try {
            synchronized (this) {
                if (!(session.getAttribute(ATTRIBUTE) instanceof SessionEnd)) {
                    session.setAttribute(ATTRIBUTE, new SessionEnd());
                }
                return Optional.of((SessionEnd) session.getAttribute(ATTRIBUTE));
            }
        } catch (IllegalStateException over) {
            return Optional.empty();
        }
    }

    /** A session attribute that is notified when the session ends by logout or timeout. */
    private final class SessionEnd implements HttpSessionBindingListener {

        private volatile boolean hasEnded;

        @Override
        public void valueUnbound(HttpSessionBindingEvent event) {
            hasEnded = true;
            notifyStreams();
        }
    }
}
