package dev.elasticjob.config;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Finds secrets in a YAML tree at any depth. */
final class SecretNodes {

    private SecretNodes() {}

    static boolean anyIn(Node node) {
        if (node instanceof MappingNode mapping) {
            return mapping.getValue().stream().anyMatch(entry -> isSecret(entry) || anyIn(entry.getValueNode()));
        }
        return node instanceof SequenceNode sequence
                && sequence.getValue().stream().anyMatch(SecretNodes::anyIn);
    }

    /** Collects the values that {@link #masked} would mask, by their position. */
    static void collect(String path, Node node, Map<String, String> found) {
        if (node instanceof MappingNode mapping) {
            for (NodeTuple entry : mapping.getValue()) {
                String where = path + (path.isEmpty() ? "" : ".") + decoded(entry.getKeyNode());
                if (isSecret(entry)) {
                    found.put(where, text(entry.getValueNode()));
                } else {
                    collect(where, entry.getValueNode(), found);
                }
            }
        } else if (node instanceof SequenceNode sequence) {
            for (int i = 0; i < sequence.getValue().size(); i++) {
                collect(path + "[" + i + "]", sequence.getValue().get(i), found);
            }
        } else if (node instanceof ScalarNode && isMasked("", decoded(node))) {
            found.put(path, text(node));
        }
    }

    private static String text(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        if (node instanceof MappingNode mapping) {
            return mapping.getValue().stream()
                    .map(entry -> text(entry.getKeyNode()) + ": " + text(entry.getValueNode()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return node instanceof SequenceNode sequence
                ? sequence.getValue().stream().map(SecretNodes::text).collect(Collectors.joining(", ", "[", "]"))
                : "";
    }

    static MappingNode masked(MappingNode mapping) {
        List<NodeTuple> entries = new ArrayList<>();
        for (NodeTuple entry : mapping.getValue()) {
            Node value = isSecret(entry) ? SafeYaml.text(ConfigurationSecrets.MASK) : masked(entry.getValueNode());
            entries.add(new NodeTuple(maskedKey(entry.getKeyNode()), value));
        }
        return new MappingNode(mapping.getTag(), entries, mapping.getFlowStyle());
    }

    /** Masks secrets within a key. In YAML's flow style, {@code {"password":"…"}} is a single key, because a blank is missing. */
    private static Node maskedKey(Node key) {
        return isMasked("", decoded(key)) ? SafeYaml.text(ConfigurationSecrets.MASK) : key;
    }

    private static Node masked(Node node) {
        if (node instanceof MappingNode mapping) {
            return masked(mapping);
        }
        if (node instanceof SequenceNode sequence) {
            List<Node> values =
                    sequence.getValue().stream().map(SecretNodes::masked).toList();
            return new SequenceNode(sequence.getTag(), values, sequence.getFlowStyle());
        }
        boolean secret = node instanceof ScalarNode && isMasked("", decoded(node));
        return secret ? SafeYaml.text(ConfigurationSecrets.MASK) : node;
    }

    private static boolean isSecret(NodeTuple entry) {
        String key = decoded(entry.getKeyNode());
        // A group under such a key, credentials: {…}, is as secret as a single value.
        return entry.getValueNode() instanceof ScalarNode value
                ? isMasked(key, decoded(value))
                : ConfigurationSecrets.isSecret(key);
    }

    /** Returns the decoded text: with {@code !!binary}, a key or a value is written in Base64. */
    private static String decoded(Node node) {
        if (!(node instanceof ScalarNode scalar) || !Tag.BINARY.equals(scalar.getTag())) {
            return text(node);
        }
        try {
            return new String(Base64.getMimeDecoder().decode(scalar.getValue()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return scalar.getValue();
        }
    }

    private static boolean isMasked(String key, String value) {
        return !ConfigurationSecrets.mask(key, value).equals(value);
    }
}
