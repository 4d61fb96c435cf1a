package dev.elasticjob.config;

import java.util.Optional;
import org.yaml.snakeyaml.error.Mark;

/**
 * Thrown for a node of the registry whose text is invalid. The message contains the node, the position, and the remedy. It deliberately
 * has no cause: a parser's message quotes whole lines of the text, which may contain secrets.
 */
public final class ConfigurationFormatException extends RuntimeException {

    private static final int LONGEST_QUOTE = 80;

    private final String nodePath;

    ConfigurationFormatException(String nodePath, Optional<Mark> place, String reason, String remedy) {
        super(nodePath + place.map(ConfigurationFormatException::words).orElse("") + ": " + reason + ". " + remedy
                + ".");
        this.nodePath = nodePath;
    }

    /** Returns the path of the invalid node. */
    public String nodePath() {
        return nodePath;
    }

    private static String words(Mark place) {
        return ", line " + (place.getLine() + 1) + ", column " + (place.getColumn() + 1);
    }

    /** Formats a part of the node's text for messages: short, and on one line. */
    static String quote(String text) {
        StringBuilder result = new StringBuilder("'");
        text.codePoints()
                .limit(LONGEST_QUOTE)
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .forEach(result::appendCodePoint);
        if (text.codePointCount(0, text.length()) > LONGEST_QUOTE) {
            result.append('…');
        }
        return result.append('\'').toString();
    }
}
