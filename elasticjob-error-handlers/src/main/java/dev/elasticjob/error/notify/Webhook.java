package dev.elasticjob.error.notify;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** URL of a robot. It contains the token, so only its host is ever displayed. */
record Webhook(URI address) {

    /** Minimum length of a token. Masking shorter values, such as {@code v=1}, would make the log unreadable. */
    private static final int SHORTEST_TOKEN = 8;

    private static final Set<String> TOKEN_NAMES = Set.of("key", "access_token", "token", "secret", "sign");

    static Webhook read(HandlerProperties props, String key, String remedy) {
        Secret text = props.requiredSecret(key, remedy);
        URI address;
        try {
            address = new URI(text.text().strip());
        } catch (URISyntaxException malformed) {
            throw HandlerProperties.wrong(
                    key, Secrets.MASK, "it is not an address, from position " + malformed.getIndex() + " on", remedy);
        }
        String shown = shown(address);
        String scheme = Optional.ofNullable(address.getScheme()).orElse("").toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw HandlerProperties.wrong(key, shown, "it does not start with https:// or http://", remedy);
        }
        if (address.getHost() == null) {
            throw HandlerProperties.wrong(key, shown, "it names no host", remedy);
        }
        if (address.getRawUserInfo() != null) {
            throw HandlerProperties.wrong(key, shown, "it contains a user name", remedy);
        }
        return new Webhook(address);
    }

    Webhook {
        if (address.getRawFragment() != null) {
            address = URI.create(address.toString().replaceFirst("#.*", ""));
        }
    }

    private static String shown(URI address) {
        return address.getScheme() == null || address.getHost() == null
                ? Secrets.MASK
                : address.getScheme() + "://" + address.getHost() + "/" + Secrets.MASK;
    }

    URI with(String query) {
        String text = address.toString();
        return URI.create(text + (address.getRawQuery() == null ? "?" : "&") + query);
    }

    /** Returns the URL and its parts in every encoding in which a server or an exception may repeat them. */
    Stream<String> secrets() {
        String query = Optional.ofNullable(address.getRawQuery()).orElse("");
        Stream<String> tokens = Stream.of(query.split("&")).flatMap(Webhook::token);
        Stream<String> path =
                Stream.of(address.getRawPath().split("/")).filter(each -> each.length() >= SHORTEST_TOKEN);
        return Stream.of(Stream.of(address.toString(), query), tokens, path).flatMap(each -> each);
    }

    private static Stream<String> token(String parameter) {
        int equals = parameter.indexOf('=');
        String value = parameter.substring(equals + 1);
        boolean secret =
                value.length() >= SHORTEST_TOKEN || TOKEN_NAMES.contains(parameter.substring(0, Math.max(equals, 0)));
        return secret ? Stream.of(value, decoded(value)) : Stream.empty();
    }

    /** Decodes a value. {@link URI} guarantees that two digits follow every percent sign. */
    private static String decoded(String value) {
        return URLDecoder.decode(value, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return shown(address);
    }
}
