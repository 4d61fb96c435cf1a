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
 * Where a request goes.
 *
 * @param uri as it is sent: no credentials, no fragment
 * @param authorization the header made of the credentials that stood in the address
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
            // The address on the wire is ASCII; anything else goes percent-encoded.
            return new URI(new URI(text).toASCIIString());
        } catch (URISyntaxException malformed) {
            // Neither its message nor the exception itself: both repeat the text, with its password.
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

    /** Without credentials, which no request line may carry, and without the fragment, which is the client's. */
    static URI stripped(URI uri) {
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return URI.create(origin(uri) + uri.getRawPath() + query);
    }

    String shown() {
        return shown(uri);
    }

    /** As it may be read by anybody: a query may hold a token, so only the fact that there is one is shown. */
    static String shown(URI uri) {
        if (uri.getHost() == null) {
            return shown(uri.toString());
        }
        return origin(uri) + uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + ConfigurationSecrets.MASK);
    }

    /** What is no address cannot be told apart, so where it may hold a secret nothing of it is shown. */
    static String shown(String malformed) {
        boolean suspicious = malformed.contains("@") || malformed.contains("?");
        return suspicious ? ConfigurationSecrets.MASK : malformed;
    }

    private static String origin(URI uri) {
        return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }
}
