package dev.elasticjob.type.http;

import dev.elasticjob.api.HttpJobProperties;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.config.ConfigurationSecrets;
import dev.elasticjob.type.WrongSetting;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/**
 * Target of a request.
 *
 * @param uri URI of the request without credentials and fragment
 * @param authorization header for the credentials of the configured address
 */
record HttpTarget(URI uri, Optional<String> authorization) {

    private static final String REMEDY = "Write it as http://host:port/path or https://host/path";

    static HttpTarget of(String jobName, String text) {
        URI given = parse(jobName, text.strip());
        Optional<String> problem = problemOf(given);
        if (problem.isPresent()) {
            throw wrong(jobName, shown(given), problem.get());
        }
        return new HttpTarget(
                stripped(given), Optional.ofNullable(given.getUserInfo()).map(HttpTarget::basic));
    }

    private static URI parse(String jobName, String text) {
        if (text.isEmpty()) {
            throw wrong(jobName, text, "it is missing");
        }
        try {
            // The address is sent in ASCII; other characters are percent-encoded.
            return new URI(new URI(text).toASCIIString());
        } catch (URISyntaxException malformed) {
            // Neither the message nor the exception itself is used: both contain the text with its password.
            throw wrong(jobName, shown(text), malformed.getReason() + " at position " + (malformed.getIndex() + 1));
        }
    }

    private static Optional<String> problemOf(URI uri) {
        String scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            return Optional.of("only http and https can be requested");
        }
        if (uri.getHost() == null) {
            return Optional.of("it has no host name of letters, digits, '-' and '.'");
        }
        if (uri.getPort() == 0 || uri.getPort() > 65535) {
            return Optional.of("there is no such port");
        }
        return Optional.empty();
    }

    private static JobConfigurationException wrong(String jobName, String shown, String reason) {
        return WrongSetting.of(jobName, HttpJobProperties.URI_KEY, shown, reason, REMEDY);
    }

    private static String basic(String userInfo) {
        String pair = userInfo.contains(":") ? userInfo : userInfo + ":";
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the URI without credentials, which must not be in a request line, and without the fragment, which is not sent to servers. */
    static URI stripped(URI uri) {
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return URI.create(origin(uri) + uri.getRawPath() + query);
    }

    String shown() {
        return shown(uri);
    }

    /** Returns the URI for display: a query may contain a token, so only its presence is displayed. */
    static String shown(URI uri) {
        if (uri.getHost() == null) {
            return shown(uri.toString());
        }
        return origin(uri) + uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + ConfigurationSecrets.MASK);
    }

    /** Returns an invalid address for display. Its parts cannot be distinguished, so nothing is displayed if it may contain a secret. */
    static String shown(String malformed) {
        boolean suspicious = malformed.contains("@") || malformed.contains("?");
        return suspicious ? ConfigurationSecrets.MASK : malformed;
    }

    private static String origin(URI uri) {
        return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }
}
