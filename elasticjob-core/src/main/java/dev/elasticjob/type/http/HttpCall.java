package dev.elasticjob.type.http;

import dev.elasticjob.api.HttpJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.type.WrongSetting;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Request that the properties of a job define.
 *
 * @param data body in UTF-8, for methods that have one
 * @param contentType content type of the data
 * @param readTimeout time limit for the complete exchange, from the first attempt to connect to the last byte of the response
 */
record HttpCall(
        HttpTarget target,
        String method,
        Optional<String> data,
        Optional<String> contentType,
        Duration connectTimeout,
        Duration readTimeout) {

    private static final List<String> METHODS = List.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE");
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH", "DELETE");
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String CONNECT_TIMEOUT = "3000";
    private static final String READ_TIMEOUT = "5000";

    static HttpCall of(JobConfiguration config) {
        String method = method(config);
        Optional<String> data = property(config, HttpJobProperties.DATA_KEY);
        Optional<String> contentType = contentType(config);
        return new HttpCall(
                HttpTarget.of(
                        config.getJobName(),
                        property(config, HttpJobProperties.URI_KEY).orElse("")),
                method,
                data,
                contentType.or(() -> data.map(any -> FORM)),
                timeout(config, HttpJobProperties.CONNECT_TIMEOUT_KEY, CONNECT_TIMEOUT),
                timeout(config, HttpJobProperties.READ_TIMEOUT_KEY, READ_TIMEOUT));
    }

    private static Optional<String> property(JobConfiguration config, String key) {
        return Optional.ofNullable(config.getProps().getProperty(key)).filter(value -> !value.isEmpty());
    }

    private static String method(JobConfiguration config) {
        String text = property(config, HttpJobProperties.METHOD_KEY).orElse("GET");
        String method = text.strip().toUpperCase(Locale.ROOT);
        if (!METHODS.contains(method)) {
            throw WrongSetting.of(
                    config.getJobName(),
                    HttpJobProperties.METHOD_KEY,
                    text,
                    "no such method can be requested",
                    "Choose one of " + METHODS);
        }
        return method;
    }

    private static Optional<String> contentType(JobConfiguration config) {
        Optional<String> contentType =
                property(config, HttpJobProperties.CONTENT_TYPE_KEY).map(String::strip);
        contentType
                .filter(text -> !text.chars().allMatch(c -> c >= 0x20 && c <= 0x7e))
                .ifPresent(text -> {
                    throw WrongSetting.of(
                            config.getJobName(),
                            HttpJobProperties.CONTENT_TYPE_KEY,
                            text,
                            "a header takes printable ASCII characters only",
                            "Set it to a media type, such as application/json");
                });
        return contentType;
    }

    private static Duration timeout(JobConfiguration config, String key, String whenMissing) {
        String text = property(config, key).orElse(whenMissing);
        int milliseconds;
        try {
            milliseconds = Integer.parseInt(text.strip());
        } catch (NumberFormatException notANumber) {
            milliseconds = 0;
        }
        if (milliseconds <= 0) {
            throw WrongSetting.of(
                    config.getJobName(),
                    key,
                    text,
                    "it is not a number of milliseconds from 1 to " + Integer.MAX_VALUE,
                    "Set it to such a number, or leave it out for " + whenMissing);
        }
        return Duration.ofMillis(milliseconds);
    }

    /** Returns whether there is data that the method cannot send. */
    boolean ignoresData() {
        return data.isPresent() && !WITH_BODY.contains(method);
    }

    /**
     * Returns the request.
     *
     * @param uri URI of the target, or of a redirect within its origin
     */
    HttpRequest request(URI uri, String shardingContext) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .method(method, body())
                .header(HttpJobProperties.SHARDING_CONTEXT_KEY, shardingContext);
        target.authorization().ifPresent(value -> request.header("Authorization", value));
        if (!ignoresData()) {
            contentType.ifPresent(value -> request.header("Content-Type", value));
        }
        return request.build();
    }

    private BodyPublisher body() {
        return data.filter(any -> !ignoresData()).map(BodyPublishers::ofString).orElseGet(BodyPublishers::noBody);
    }
}
