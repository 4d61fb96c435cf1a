package dev.elasticjob.console.security;

import dev.elasticjob.console.problem.Problems;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Authenticates programs, which send a token with every request. A request with a token is authorised by the token alone, even
 * if it also has a session.
 */
final class TokenFilter extends OncePerRequestFilter {

    private static final String SCHEME = "Bearer ";

    private final Tokens tokens;

    TokenFilter(Tokens tokens) {
        this.tokens = tokens;
    }

    /**
     * Returns whether the request has a token. Browsers do not send this header automatically, so requests with a token need no
     * CSRF protection.
     */
    static boolean hasToken(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        return header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (hasToken(request)) {
            Optional<ConsoleUser> user = tokens.authenticate(request.getHeader(HttpHeaders.AUTHORIZATION)
                    .substring(SCHEME.length())
                    .trim());
            if (user.isEmpty()) {
                Problems.write(
                        response,
                        Problems.problem(
                                HttpStatus.UNAUTHORIZED,
                                "token",
                                "This token is not valid: it was revoked, has expired, or never was. Ask an"
                                        + " administrator for another"));
                return;
            }
            SecurityContext context = SecurityContextHolder.createEmptyContext();
            context.setAuthentication(Users.authentication(user.get()));
            SecurityContextHolder.setContext(context);
        }
        chain.doFilter(request, response);
    }
}
