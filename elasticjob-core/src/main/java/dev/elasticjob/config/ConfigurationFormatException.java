package dev.elasticjob.config;

import java.util.Optional;
import org.yaml.snakeyaml.error.Mark;

/**
 * A node of the registry whose text cannot be understood. The message names the node, the place in it, and the remedy.
 * It has no cause on purpose: a parser's own message quotes whole lines of the text, and those may hold secrets.
 */
public final class ConfigurationFormatException extends RuntimeException {

    private static final int LONGEST_QUOTE = 80;

    private final String nodePath;

    ConfigurationFormatException(String nodePath, Optional<Mark> place, String reason, String remedy) {
        super(nodePath + place.map(ConfigurationFormatException::words).orElse("") + ": " + reason + ". " + remedy
                + ".");
        this.nodePath = nodePath;
    }

    /** The node whose text it is. */
    public String nodePath() {
        return nodePath;
    }

    private static String words(Mark place) {
        return ", line " + (place.getLine() + 1) + ", column " + (place.getColumn() + 1);
    }

    /** A text of the node as it may stand in a message: short, and on one line. */
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
