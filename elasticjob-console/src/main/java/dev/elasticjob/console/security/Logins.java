package dev.elasticjob.console.security;

import dev.elasticjob.console.problem.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;

/** Starts and ends sessions. */
public final class Logins {

    private final Accounts accounts;
    private final LoginThrottle throttle;
    private final HttpSessionSecurityContextRepository contexts = new HttpSessionSecurityContextRepository();

    public Logins(Accounts accounts, LoginThrottle throttle) {
        this.accounts = accounts;
        this.throttle = throttle;
    }

    /** @throws ProblemException if name or password is wrong, or there were too many attempts */
    public ConsoleUser logIn(String name, String password, HttpServletRequest request, HttpServletResponse response) {
        Accounts.requireLength(name);
        reserve(name, request, response);
        Optional<ConsoleUser> user = accounts.authenticate(name, password);
        if (user.isEmpty()) {
            throw new ProblemException(
                    HttpStatus.UNAUTHORIZED, "login", "Name and password do not belong together; try again");
        }
        throttle.succeeded(name, request.getRemoteAddr());
        begin(user.get(), request, response);
        return user.get();
    }

    public ConsoleUser changePassword(
            String current, String fresh, HttpServletRequest request, HttpServletResponse response) {
        ConsoleUser user = Users.require();
        if (user.way() != ConsoleUser.Way.PASSWORD) {
            throw new ProblemException(
                    HttpStatus.CONFLICT, "no-password", "'" + user.name() + "' has no password here to change");
        }
        reserve(user.name(), request, response);
        ConsoleUser changed = accounts.changePassword(user.name(), current, fresh);
        throttle.succeeded(user.name(), request.getRemoteAddr());
        begin(changed, request, response);
        return changed;
    }

    private void reserve(String name, HttpServletRequest request, HttpServletResponse response) {
        Optional<Duration> wait = throttle.reserve(name, request.getRemoteAddr());
        if (wait.isPresent()) {
            long seconds = wait.get().toSeconds() + 1;
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
            throw new ProblemException(
                    HttpStatus.TOO_MANY_REQUESTS,
                    "throttled",
                    "There were too many failed logins; try again in " + seconds + " s");
        }
    }

    /** Starts a new session, to prevent session fixation. */
    private void begin(ConsoleUser user, HttpServletRequest request, HttpServletResponse response) {
        end(request);
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(Users.authentication(user));
        SecurityContextHolder.setContext(context);
        request.getSession(true);
        contexts.saveContext(context, request, response);
    }

    public void end(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session != null) {
            session.invalidate();
        }
        SecurityContextHolder.clearContext();
    }
}
