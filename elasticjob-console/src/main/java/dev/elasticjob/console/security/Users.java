package dev.elasticjob.console.security;

import java.util.List;
import java.util.Optional;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/** From what Spring Security knows to who it is, and back. */
public final class Users {

    private Users() {}

    static Authentication authentication(ConsoleUser user) {
        return UsernamePasswordAuthenticationToken.authenticated(
                user, null, List.of(new SimpleGrantedAuthority(user.role().authority())));
    }

    /** Whoever makes this request; empty when they are not logged in. */
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

    /** @throws IllegalStateException where nobody comes without being logged in */
    public static ConsoleUser require() {
        return current().orElseThrow(() -> new IllegalStateException("Nobody is logged in"));
    }
}
