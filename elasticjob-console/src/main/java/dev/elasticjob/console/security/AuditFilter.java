package dev.elasticjob.console.security;

import dev.elasticjob.console.audit.AuditDetails;
import dev.elasticjob.console.audit.AuditEntry;
import dev.elasticjob.console.audit.AuditLog;
import dev.elasticjob.console.problem.Problems;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Records every request of a user that may change data, before it is carried out and again with its outcome. A request that
 * cannot be recorded is not carried out. Requests without a user are counted.
 */
final class AuditFilter extends OncePerRequestFilter {

    private static final Set<String> CHANGES_NOTHING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final Logger LOG = LoggerFactory.getLogger(AuditFilter.class);
    private static final int FAILED = 500;
    private static final int LONGEST_ACTION = 2_000;

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
        String id = before.isPresent() ? UUID.randomUUID().toString() : "";
        if (before.isPresent() && !recordIntent(entry(request, before, AuditEntry.INTENT, id))) {
            Problems.write(
                    response,
                    Problems.problem(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "audit-unavailable",
                            "The audit log cannot be written, so nothing was changed. Free space in the console's data"
                                    + " directory; the reason is in the console's log"));
            return;
        }
        boolean returned = false;
        try {
            chain.doFilter(request, response);
            returned = true;
        } finally {
            Optional<ConsoleUser> user = before.or(Users::current);
            recordOutcome(entry(request, user, returned ? response.getStatus() : FAILED, id));
        }
    }

    private boolean recordIntent(AuditEntry intent) {
        try {
            log.write(intent);
            return true;
        } catch (UncheckedIOException full) {
            LOG.error("Failed to write the audit log; rejected {} of {}", intent.action(), intent.user(), full);
            return false;
        }
    }

    /** Logs a failure to record the outcome. It must not be reported as a failure of the change, which has been made. */
    private void recordOutcome(AuditEntry outcome) {
        try {
            if (outcome.user().isEmpty()) {
                log.count(outcome);
            } else {
                log.write(outcome);
            }
        } catch (UncheckedIOException full) {
            LOG.error(
                    "Failed to write the outcome to the audit log: {} of {} ended with {}",
                    outcome.action(),
                    outcome.user(),
                    outcome.status(),
                    full);
        }
    }

    private AuditEntry entry(HttpServletRequest request, Optional<ConsoleUser> user, int status, String id) {
        return new AuditEntry(
                clock.instant().toString(),
                user.map(ConsoleUser::name).orElse(""),
                user.map(each -> each.role().name()).orElse(""),
                user.map(each -> each.way().name()).orElse(""),
                request.getRemoteAddr(),
                shortened(request.getMethod() + " " + request.getRequestURI()),
                status,
                AuditDetails.of(request),
                id);
    }

    private static String shortened(String action) {
        return action.length() > LONGEST_ACTION ? action.substring(0, LONGEST_ACTION) + "…" : action;
    }
}
