package dev.elasticjob.console.rest;

import dev.elasticjob.console.audit.AuditDetails;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.console.security.Accounts;
import dev.elasticjob.console.security.ConsoleUser;
import dev.elasticjob.console.security.Logins;
import dev.elasticjob.console.security.Role;
import dev.elasticjob.console.security.SecurityConfiguration;
import dev.elasticjob.console.security.Users;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for login, logout and the current session. */
@RestController
@RequestMapping(Access.API)
class SessionController {

    private final Logins logins;
    private final SecurityConfiguration.Settings settings;

    SessionController(Logins logins, SecurityConfiguration.Settings settings) {
        this.logins = logins;
        this.settings = settings;
    }

    record Credentials(String username, String password) {

        @Override
        public String toString() {
            return username;
        }
    }

    record PasswordChange(String current, String fresh) {

        @Override
        public String toString() {
            return "a password";
        }
    }

    /** @param singleSignOn path at which single sign-on starts; empty if it is not configured */
    record SessionView(
            boolean loggedIn,
            Optional<String> name,
            Optional<Role> role,
            Optional<ConsoleUser.Way> way,
            Optional<String> singleSignOn) {}

    record Health(String status) {}

    @GetMapping("/health")
    Health health() {
        return new Health("UP");
    }

    @GetMapping("/session")
    SessionView session() {
        Optional<ConsoleUser> user = Users.current();
        return new SessionView(
                user.isPresent(),
                user.map(ConsoleUser::name),
                user.map(ConsoleUser::role),
                user.map(ConsoleUser::way),
                settings.oidc().map(oidc -> "/oauth2/authorization/" + SecurityConfiguration.PROVIDER));
    }

    @PostMapping("/session")
    SessionView logIn(@RequestBody Credentials body, HttpServletRequest request, HttpServletResponse response) {
        if (body.username() == null || body.password() == null) {
            throw new IllegalArgumentException("username and password are needed");
        }
        Accounts.requireLength(body.username());
        AuditDetails.add(request, "username", body.username());
        logins.logIn(body.username(), body.password(), request, response);
        return session();
    }

    @DeleteMapping("/session")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void logOut(HttpServletRequest request) {
        logins.end(request);
    }

    @PutMapping("/session/password")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void changePassword(@RequestBody PasswordChange body, HttpServletRequest request, HttpServletResponse response) {
        if (body.current() == null || body.fresh() == null) {
            throw new IllegalArgumentException("current and fresh are needed: the password now, and the one to be");
        }
        logins.changePassword(body.current(), body.fresh(), request, response);
    }
}
