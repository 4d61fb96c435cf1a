package dev.elasticjob.registry.jdbc;

import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.function.Consumer;

/** Writes the JSON arguments of the procedures. Paths contain no control characters, so few characters need to be escaped. */
final class JsonText {

    private static final HexFormat HEX = HexFormat.of();

    private final StringBuilder text = new StringBuilder("{");

    <T> void list(String name, Collection<T> elements, Consumer<T> writer) {
        name(name).append('[');
        for (T element : elements) {
            separate();
            text.append('{');
            writer.accept(element);
            text.append('}');
        }
        text.append(']');
    }

    void keys(String name, Collection<byte[]> keys) {
        name(name).append('[');
        for (byte[] key : keys) {
            separate();
            text.append('"').append(HEX.formatHex(key)).append('"');
        }
        text.append(']');
    }

    JsonText key(String name, byte[] key) {
        name(name).append('"').append(HEX.formatHex(key)).append('"');
        return this;
    }

    JsonText data(String name, byte[] data) {
        name(name).append('"').append(Base64.getEncoder().encodeToString(data)).append('"');
        return this;
    }

    JsonText number(String name, long number) {
        name(name).append(number);
        return this;
    }

    JsonText text(String name, String value) {
        name(name).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\');
            }
            text.append(c);
        }
        text.append('"');
        return this;
    }

    String end() {
        return text.append('}').toString();
    }

    private StringBuilder name(String name) {
        separate();
        return text.append('"').append(name).append("\":");
    }

    private void separate() {
        char last = text.charAt(text.length() - 1);
        if (last != '{' && last != '[') {
            text.append(',');
        }
    }
}
