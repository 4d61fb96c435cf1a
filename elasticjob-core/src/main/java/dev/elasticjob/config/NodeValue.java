package dev.elasticjob.config;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Value of one setting, which is converted to the type of that setting. Nodes are edited manually, so quoted numbers and booleans are
 * accepted, and unquoted numbers are accepted as texts.
 */
record NodeValue(String nodePath, String key, Node node) {

    private static final Set<String> ON = Set.of("true", "yes", "on");
    private static final Set<String> OFF = Set.of("false", "no", "off");
    private static final Set<Tag> SCALARS =
            Set.of(Tag.STR, Tag.BOOL, Tag.INT, Tag.FLOAT, Tag.TIMESTAMP, Tag.NULL, Tag.MERGE, Tag.BINARY);

    /** Returns whether there is no value, so that the setting keeps its default. */
    boolean isNull() {
        return Tag.NULL.equals(node.getTag());
    }

    String text() {
        if (!(node instanceof ScalarNode scalar)) {
            throw wrong("it is not a single value", "Write one text");
        }
        checkTag(SCALARS.contains(node.getTag()));
        return Tag.BINARY.equals(node.getTag()) ? decoded(scalar.getValue()) : scalar.getValue();
    }

    /** Decodes Base64, the format for texts with control characters. */
    private String decoded(String base64) {
        try {
            return new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw wrong("it is marked as binary and is not Base64", "Write it as a quoted text");
        }
    }

    boolean flag() {
        String text = text().strip();
        String word = text.toLowerCase(Locale.ROOT);
        if (!ON.contains(word) && !OFF.contains(word)) {
            throw wrong("it is " + quote(text) + ", neither true nor false", "Write true or false");
        }
        return ON.contains(word);
    }

    int number() {
        String text = text().strip();
        // Some readers interpret a leading zero as octal, others as decimal.
        if (!text.matches("[-+]?(0|[1-9][0-9]*)")) {
            throw wrong(
                    "it is " + quote(text) + ", which is not a whole decimal number", "Write digits only, such as 3");
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException tooLarge) {
            throw wrong(
                    "it is " + quote(text) + ", which is out of range",
                    "Write a number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
        }
    }

    List<String> texts() {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong("it is not a list", "Write one line for each entry, such as '- audit'");
        }
        checkTag(Tag.SEQ.equals(node.getTag()));
        List<String> result = new ArrayList<>();
        for (Node each : sequence.getValue()) {
            NodeValue entry = new NodeValue(nodePath, key, each);
            if (!entry.isNull()) {
                result.add(entry.text());
            }
        }
        return result;
    }

    /** Returns the entries of a mapping that have a value. */
    SortedMap<String, NodeValue> entries() {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong("it is not a mapping of names to texts", "Write one line for each, such as '  name: value'");
        }
        checkTag(Tag.MAP.equals(node.getTag()));
        SortedMap<String, NodeValue> result = new TreeMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            String name = new NodeValue(nodePath, key, entry.getKeyNode()).text();
            NodeValue value = new NodeValue(nodePath, key + "." + name, entry.getValueNode());
            if (!value.isNull()) {
                result.put(name, value);
            }
        }
        return result;
    }

    SortedMap<String, String> properties() {
        SortedMap<String, String> result = new TreeMap<>();
        entries().forEach((name, value) -> result.put(name, value.text()));
        return result;
    }

    private void checkTag(boolean known) {
        if (!known) {
            throw wrong(
                    "it is tagged " + quote(node.getTag().getValue()) + ", which has no meaning here",
                    "Remove the tag");
        }
    }

    private static String quote(String text) {
        return ConfigurationFormatException.quote(text);
    }

    private ConfigurationFormatException wrong(String reason, String remedy) {
        return new ConfigurationFormatException(
                nodePath, Optional.ofNullable(node.getStartMark()), key + ": " + reason, remedy);
    }
}
