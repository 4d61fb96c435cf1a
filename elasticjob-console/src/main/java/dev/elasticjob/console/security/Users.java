package dev.elasticjob.console.security;

import java.util.List;
import java.util.Optional;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/** Converts between Spring Security authentications and console users. */
public final class Users {

    private Users() {}

    static Authentication authentication(ConsoleUser user) {
        return UsernamePasswordAuthenticationToken.authenticated(
                user, null, List.of(new SimpleGrantedAuthority(user.role().authority())));
    }

    /** Returns the user of the current request; empty if the user is not logged in. */
    public static Optional<ConsoleUser> current() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication == null) {
            return Optional.empty();
        }
        if (authentication.getPrincipal() instanceof ConsoleUser user) {
            return Optional.of(user);
        }
        if (authentication.getPrincipal() instanceof OidcUser user) {
            return OidcRoles.roleOf(user)
                    .map(role -> new ConsoleUser(user.getName(), role, ConsoleUser.Way.SINGLE_SIGN_ON, ""));
        }
        return Optional.empty();
    }

    /** @throws IllegalStateException if no user is logged in, which the access rules normally prevent */
    public static ConsoleUser require() {
        return current().orElseThrow(() -> new IllegalStateException("No user is logged in"));
    }
}
