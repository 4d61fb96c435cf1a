package dev.elasticjob.console.security;

import dev.elasticjob.console.audit.AuditDetails;
import dev.elasticjob.console.audit.AuditEntry;
import dev.elasticjob.console.audit.AuditLog;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.filter.OncePerRequestFilter;

/** Writes down every request that may change something, however it ended; also those that were refused. */
final class AuditFilter extends OncePerRequestFilter {

    private static final Set<String> CHANGES_NOTHING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final int FAILED = 500;

    private final AuditLog log;
    private final InstantSource clock;

    AuditFilter(AuditLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return CHANGES_NOTHING.contains(request.getMethod()) || isOnlyACheck(request.getRequestURI());
    }

    private static boolean isOnlyACheck(String path) {
        return path.endsWith("/configuration/check");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<ConsoleUser> before = Users.current();
        boolean returned = false;
        try {
            chain.doFilter(request, response);
            returned = true;
        } finally {
            Optional<ConsoleUser> user = before.or(Users::current);
            log.write(new AuditEntry(
                    clock.instant().toString(),
                    user.map(ConsoleUser::name).orElse(""),
                    user.map(each -> each.role().name()).orElse(""),
                    user.map(each -> each.way().name()).orElse(""),
                    request.getRemoteAddr(),
                    request.getMethod() + " " + request.getRequestURI(),
                    returned ? response.getStatus() : FAILED,
                    AuditDetails.of(request)));
        }
    }
}
