package dev.elasticjob.type.http;

import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * Which redirects are followed: those that repeat a harmless request at the same scheme, host and port. Anywhere else the
 * context and the credentials would be told to somebody whom the job's configuration does not name.
 */
final class Redirects {

    static final int MOST = 5;

    private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);
    private static final Set<String> HARMLESS = Set.of("GET", "HEAD");

    private Redirects() {}

    static boolean isRedirect(int status) {
        return STATUSES.contains(status);
    }

    /** Where the answer points to; empty when that is no address. */
    static Optional<URI> resolve(URI from, String location) {
        try {
            return Optional.of(URI.create(from.resolve(location.strip()).toASCIIString()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** Why it is not followed; empty when it is. */
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
