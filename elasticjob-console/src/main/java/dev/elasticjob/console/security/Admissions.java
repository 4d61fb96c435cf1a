package dev.elasticjob.console.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Whether somebody who was let in may still be told something: requests are judged when they come, but streams stay open.
 */
public final class Admissions {

    private static final String ATTRIBUTE = SessionEnd.class.getName();

    private final Accounts accounts;
    private final Tokens tokens;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    public Admissions(Accounts accounts, Tokens tokens) {
        this.accounts = accounts;
        this.tokens = tokens;
        accounts.onChange(this::tell);
        tokens.onChange(this::tell);
    }

    /** What was true of a request when it came. */
    public interface Admission {

        /** Whether its token is still valid; or its session goes on, and its account is still the same. */
        boolean holds();
    }

    /** Called when an admission may have ended, on the thread of whoever ended it. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    private void tell() {
        listeners.forEach(Runnable::run);
    }

    /** The admission of whoever makes this request. */
    public Admission of(HttpServletRequest request) {
        ConsoleUser user = Users.require();
        if (user.way() == ConsoleUser.Way.TOKEN) {
            return () -> tokens.isValid(user.stamp());
        }
        Optional<SessionEnd> session =
                Optional.ofNullable(request.getSession(false)).flatMap(this::endOf);
        return () -> session.filter(end -> !end.hasCome).isPresent()
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

    /** Lies in a session and is told when it ends, by logging out or by time. */
    private final class SessionEnd implements HttpSessionBindingListener {

        private volatile boolean hasCome;

        @Override
        public void valueUnbound(HttpSessionBindingEvent event) {
            hasCome = true;
            tell();
        }
    }
}
