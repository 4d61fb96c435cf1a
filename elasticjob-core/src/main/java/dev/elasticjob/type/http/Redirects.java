package dev.elasticjob.type.http;

import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which redirects are followed: those that repeat a safe request at the same scheme, host and port. Any other target would
 * receive the context and the credentials without being named in the job's configuration.
 */
final class Redirects {

    static final int MOST = 5;

    private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);
    private static final Set<String> HARMLESS = Set.of("GET", "HEAD");

    private Redirects() {}

    static boolean isRedirect(int status) {
        return STATUSES.contains(status);
    }

    /** Returns the target of the redirect; empty if it is not a valid address. */
    static Optional<URI> resolve(URI from, String location) {
        try {
            return Optional.of(URI.create(from.resolve(location.strip()).toASCIIString()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** Returns why a redirect is not followed; empty if it is followed. */
    static Optional<String> objection(String method, URI from, URI to, int followed) {
        if (!HARMLESS.contains(method)) {
            return Optional.of("only GET and HEAD requests are");
        }
        if (!from.getScheme().equalsIgnoreCase(to.getScheme())
                || !from.getHost().equalsIgnoreCase(to.getHost())
                || port(from) != port(to)) {
            return Optional.of("it leads away from the scheme, host and port of http.uri");
        }
        if (followed >= MOST) {
            return Optional.of("it is one more than " + MOST + " in a row");
        }
        return Optional.empty();
    }

    private static int port(URI uri) {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return uri.getScheme().equalsIgnoreCase("https") ? 443 : 80;
    }
}
