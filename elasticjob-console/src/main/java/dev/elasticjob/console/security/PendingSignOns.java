package dev.elasticjob.console.security;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;

/**
 * Single sign-ons that have started but not completed. They need no session, so that clients that are not logged in cannot
 * create sessions. Their number is limited; the oldest entry is evicted.
 */
final class PendingSignOns implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {

    static final int MOST = 1_000;

    private static final String COOKIE = "ELASTICJOB_SIGN_ON";
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final int ID_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock;
    private final Map<String, Pending> pending = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Pending> eldest) {
            return size() > MOST;
        }
    };

    private record Pending(OAuth2AuthorizationRequest request, Instant until) {}

    PendingSignOns(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        return id(request)
                .map(pending::get)
                .filter(each -> clock.instant().isBefore(each.until()))
                .map(Pending::request)
                .filter(each -> each.getState().equals(request.getParameter("state")))
                .orElse(null);
    }

    @Override
    public synchronized void saveAuthorizationRequest(
            OAuth2AuthorizationRequest authorization, HttpServletRequest request, HttpServletResponse response) {
        id(request).ifPresent(pending::remove);
        if (authorization == null) {
            return;
        }
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        pending.put(id, new Pending(authorization, clock.instant().plus(LONGEST)));
        setCookie(id, LONGEST, request, response);
    }

    @Override
    public synchronized OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        OAuth2AuthorizationRequest found = loadAuthorizationRequest(request);
        if (found != null) {
            id(request).ifPresent(pending::remove);
            setCookie("", Duration.ZERO, request, response);
        }
        return found;
    }

    private static Optional<String> id(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies != null) {
            for (Cookie each : cookies) {
                if (each.getName().equals(COOKIE)) {
                    return Optional.of(each.getValue());
                }
            }
        }
        return Optional.empty();
    }

    /** Uses SameSite=Lax because the provider redirects users from its own site. */
    private static void setCookie(String id, Duration age, HttpServletRequest request, HttpServletResponse response) {
        ResponseCookie cookie = ResponseCookie.from(COOKIE, id)
                .path("/")
                .httpOnly(true)
                .secure(request.isSecure())
                .sameSite("Lax")
                .maxAge(age)
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
    }
}
