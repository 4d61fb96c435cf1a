package dev.elasticjob.type.script;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command line into its arguments. It is not interpreted by a shell: there are no variables, wildcards or pipes. Use
 * {@code sh -c '…'} if you need them.
 *
 * <ul>
 *   <li>Blanks, tabs and line breaks separate arguments.
 *   <li>Between single quotes all characters are literal.
 *   <li>Between double quotes a backslash escapes a double quote or a backslash.
 *   <li>Outside quotes a backslash escapes a blank, a quote or a backslash.
 *   <li>Any other backslash is literal, so {@code C:\jobs\run.exe} and {@code \d+} need no quotes.
 *   <li>{@code ''} and {@code ""} are empty arguments; quoted parts may be adjacent: {@code --name='a b'}.
 * </ul>
 */
final class CommandLine {

    private final String text;
    private final List<String> arguments = new ArrayList<>();
    private final StringBuilder argument = new StringBuilder();
    private boolean inArgument;
    private int at;

    private CommandLine(String text) {
        this.text = text;
    }

    /**
     * Splits a command line.
     *
     * @throws IllegalArgumentException with the reason and the position, but without the text, which may contain a password
     */
    static List<String> split(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("it contains the character U+0000, which no argument can");
        }
        return new CommandLine(text).split();
    }

    private List<String> split() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c)) {
                endArgument();
                at++;
            } else {
                inArgument = true;
                takeFrom(c);
            }
        }
        endArgument();
        return List.copyOf(arguments);
    }

    private void takeFrom(char c) {
        switch (c) {
            case '\'', '"' -> takeQuoted(c);
            case '\\' -> takeEscaped(" \t\r\n'\"\\");
            default -> take();
        }
    }

    private void takeQuoted(char quote) {
        int opened = at++;
        while (at < text.length() && text.charAt(at) != quote) {
            if (quote == '"' && text.charAt(at) == '\\') {
                takeEscaped("\"\\");
            } else {
                take();
            }
        }
        if (at == text.length()) {
            throw new IllegalArgumentException(
                    "the quote " + quote + " at position " + (opened + 1) + " is not closed");
        }
        at++;
    }

    private void takeEscaped(String escapable) {
        if (at + 1 < text.length() && escapable.indexOf(text.charAt(at + 1)) >= 0) {
            at++;
        }
        take();
    }

    private void take() {
        argument.append(text.charAt(at++));
    }

    private void endArgument() {
        if (inArgument) {
            arguments.add(argument.toString());
            argument.setLength(0);
            inArgument = false;
        }
    }
}
