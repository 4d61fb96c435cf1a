package dev.elasticjob.console.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Ends sessions of deleted accounts, and of accounts with a changed role or password, on their next request. */
final class StaleSessionFilter extends OncePerRequestFilter {

    private final Accounts accounts;

    StaleSessionFilter(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean stale = Users.current()
                .filter(user -> user.way() == ConsoleUser.Way.PASSWORD)
                .filter(user -> !accounts.isCurrent(user))
                .isPresent();
        if (stale) {
            HttpSession session = request.getSession(false);
            if (session != null) {
                session.invalidate();
            }
            SecurityContextHolder.clearContext();
        }
        chain.doFilter(request, response);
    }
}
