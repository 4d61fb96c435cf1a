package dev.elasticjob.config;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;
import org.yaml.snakeyaml.serializer.Serializer;

/**
 * Parses YAML into a tree of nodes. The text comes from a registry that other parties can write to, so only nodes are created from it:
 * tags are never resolved to classes. Constructs that could make the tree larger than the text are rejected.
 */
final class SafeYaml {

    /** Registries do not accept larger nodes. */
    static final int MOST_CODE_POINTS = 1024 * 1024;

    static final int DEEPEST_NESTING = 32;

    /** Characters that, like letters, digits and blanks, have no special meaning in YAML except at the beginning. */
    private static final String PLAIN_WITHIN = "/*?.@=-";

    /** Numbers that need no quotes. The library quotes those with a leading zero. */
    private static final Pattern PLAIN_NUMBER = Pattern.compile("-?[1-9][0-9]{0,9}|0");

    /** The library breaks lines from a length of 80. */
    private static final int LONGEST_PLAIN_LINE = 70;

    /** Never modified, so it can be shared. */
    private static final Resolver RESOLVER = new Resolver();

    private SafeYaml() {}

    static MappingNode read(String nodePath, String text) {
        if (text.codePointCount(0, text.length()) > MOST_CODE_POINTS) {
            throw new ConfigurationFormatException(
                    nodePath,
                    Optional.empty(),
                    "it has more than " + MOST_CODE_POINTS + " characters",
                    "Keep large data elsewhere and name it in jobParameter");
        }
        Node root = compose(nodePath, text);
        if (!(root instanceof MappingNode mapping) || !Tag.MAP.equals(root.getTag())) {
            throw new ConfigurationFormatException(
                    nodePath,
                    Optional.ofNullable(root).map(Node::getStartMark),
                    root == null ? "it is empty" : "it is not a plain mapping of settings to values",
                    "Write lines such as 'shardingTotalCount: 3'");
        }
        refuseDuplicates(nodePath, mapping);
        return mapping;
    }

    private static Node compose(String nodePath, String text) {
        try {
            LoaderOptions options = options();
            Parser parser = new ParserImpl(new StreamReader(text), options);
            return new Composer(new GuardedParser(nodePath, parser), RESOLVER, options).getSingleNode();
        } catch (MarkedYAMLException malformed) {
            throw new ConfigurationFormatException(
                    nodePath,
                    Optional.ofNullable(malformed.getProblemMark()),
                    "this is not YAML: " + malformed.getProblem(),
                    "Indent with blanks, quote texts with special characters, or replace the configuration");
        } catch (ReaderException illegal) {
            throw new ConfigurationFormatException(
                    nodePath,
                    Optional.of(place(text, text.indexOf(illegal.getCodePoint()))),
                    String.format("the character U+%04X is not allowed in YAML", illegal.getCodePoint()),
                    "Remove it, or write it as an escape in double quotes");
        } catch (YAMLException unreadable) {
            throw new ConfigurationFormatException(
                    nodePath,
                    Optional.empty(),
                    "this is not YAML: " + unreadable.getMessage(),
                    "Replace the configuration");
        }
    }

    private static Mark place(String text, int index) {
        int line = (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
        int column = index - text.lastIndexOf('\n', index) - 1;
        return new Mark("", index, line, column, new int[0], 0);
    }

    private static void refuseDuplicates(String nodePath, Node node) {
        if (node instanceof SequenceNode sequence) {
            sequence.getValue().forEach(each -> refuseDuplicates(nodePath, each));
        } else if (node instanceof MappingNode mapping) {
            Set<String> keys = new HashSet<>();
            for (NodeTuple entry : mapping.getValue()) {
                if (entry.getKeyNode() instanceof ScalarNode key && !keys.add(key.getValue())) {
                    throw new ConfigurationFormatException(
                            nodePath,
                            Optional.of(key.getStartMark()),
                            "the key " + ConfigurationFormatException.quote(key.getValue()) + " is there twice",
                            "Remove one of them");
                }
                refuseDuplicates(nodePath, entry.getKeyNode());
                refuseDuplicates(nodePath, entry.getValueNode());
            }
        }
    }

    /**
     * Writes entries as independent lines. Most values are plain words, which are written directly: a configuration is written for every
     * started job, and creating the library's emitter is comparatively slow.
     */
    static String write(List<NodeTuple> entries) {
        if (entries.isEmpty()) {
            return emit(entries);
        }
        StringBuilder lines = new StringBuilder();
        for (NodeTuple entry : entries) {
            if (isPlainLine(entry)) {
                String value = ((ScalarNode) entry.getValueNode()).getValue();
                lines.append(((ScalarNode) entry.getKeyNode()).getValue())
                        .append(": ")
                        .append(value.isEmpty() ? "''" : value)
                        .append('\n');
            } else {
                lines.append(emit(List.of(entry)));
            }
        }
        return lines.toString();
    }

    private static boolean isPlainLine(NodeTuple entry) {
        return entry.getKeyNode() instanceof ScalarNode key
                && entry.getValueNode() instanceof ScalarNode value
                && key.getScalarStyle() == DumperOptions.ScalarStyle.PLAIN
                && value.getScalarStyle() == DumperOptions.ScalarStyle.PLAIN
                && isPlain(key)
                && (isPlain(value) || value.getValue().isEmpty() && Tag.STR.equals(value.getTag()))
                && key.getValue().length() + value.getValue().length() < LONGEST_PLAIN_LINE;
    }

    /**
     * Returns whether the library would certainly write the value unchanged: it has no other interpretation and contains no special
     * characters.
     */
    private static boolean isPlain(ScalarNode node) {
        String value = node.getValue();
        if (Tag.INT.equals(node.getTag())) {
            return PLAIN_NUMBER.matcher(value).matches();
        }
        if (value.isEmpty() || !isWord(value.charAt(0))) {
            return false;
        }
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean blankBetweenWords = c == ' ' && value.charAt(i - 1) != ' ' && i + 1 < value.length();
            if (!isWord(c) && PLAIN_WITHIN.indexOf(c) < 0 && !blankBetweenWords) {
                return false;
            }
        }
        return (value.charAt(0) > '9' || isNoNumber(value))
                && RESOLVER.resolve(NodeId.scalar, value, true).equals(node.getTag());
    }

    /** Returns whether the value is certainly not a number, such as a cron expression, an address or an id. */
    private static boolean isNoNumber(String value) {
        return value.indexOf(' ') > 0 || value.indexOf('.') != value.lastIndexOf('.');
    }

    private static boolean isWord(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    static String emit(List<NodeTuple> entries) {
        StringWriter result = new StringWriter();
        DumperOptions options = writing();
        Serializer serializer = new Serializer(new Emitter(result, options), RESOLVER, options, null);
        try {
            serializer.open();
            serializer.serialize(new MappingNode(Tag.MAP, entries, DumperOptions.FlowStyle.BLOCK));
            serializer.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Memory cannot be written to", e);
        }
        return result.toString();
    }

    static Node text(String value) {
        if (isAscii(value)) {
            return scalar(Tag.STR, value, DumperOptions.ScalarStyle.PLAIN);
        }
        if (value.codePoints().anyMatch(SafeYaml::isUnusualLineBreak)) {
            // In any other style readers convert these characters to line feeds.
            return scalar(Tag.STR, value, DumperOptions.ScalarStyle.DOUBLE_QUOTED);
        }
        if (value.indexOf('\n') < 0 && StreamReader.isPrintable(value)) {
            return scalar(Tag.STR, value, DumperOptions.ScalarStyle.PLAIN);
        }
        DumperOptions options = writing();
        return new Yaml(new Representer(options), options).represent(value);
    }

    /** Returns whether the text is ASCII. Nearly all texts are, and the following checks are slower than writing. */
    private static boolean isAscii(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < ' ' || value.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    static Node plain(int number) {
        return scalar(Tag.INT, String.valueOf(number), DumperOptions.ScalarStyle.PLAIN);
    }

    static Node plain(boolean flag) {
        return scalar(Tag.BOOL, String.valueOf(flag), DumperOptions.ScalarStyle.PLAIN);
    }

    /** Returns the node that {@link Yaml} would create, which is much slower to set up. */
    private static Node scalar(Tag tag, String value, DumperOptions.ScalarStyle style) {
        Mark nowhere = null;
        return new ScalarNode(tag, value, nowhere, nowhere, style);
    }

    private static boolean isUnusualLineBreak(int c) {
        return c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    private static LoaderOptions options() {
        LoaderOptions result = new LoaderOptions();
        result.setCodePointLimit(MOST_CODE_POINTS);
        result.setNestingDepthLimit(DEEPEST_NESTING);
        // Tags are permitted because they are never resolved; they are only written back unchanged.
        result.setTagInspector(tag -> true);
        return result;
    }

    private static DumperOptions writing() {
        DumperOptions result = new DumperOptions();
        result.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        return result;
    }
}
