package dev.elasticjob.type;

/** Makes text from external sources, such as the output of scripts, safe for logs: it cannot forge lines or control a terminal. */
public final class VisibleText {

    private VisibleText() {}

    /**
     * Escapes characters that are invisible or have side effects: control characters except tabs, line separators, characters that change
     * the direction of text, unpaired surrogates.
     */
    public static String of(String text) {
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints().forEach(codePoint -> append(result, codePoint));
        return result.toString();
    }

    /** Returns at most the given number of characters of the text, with a mark if it was truncated. */
    public static String beginning(String text, int limit) {
        if (text.length() <= limit) {
            return of(text);
        }
        int end = Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        return of(text.substring(0, end)) + "…";
    }

    private static void append(StringBuilder result, int codePoint) {
        switch (codePoint) {
            case '\t' -> result.append('\t');
            case '\n' -> result.append("\\n");
            case '\r' -> result.append("\\r");
            default -> {
                if (isVisible(codePoint)) {
                    result.appendCodePoint(codePoint);
                } else {
                    for (char unit : Character.toChars(codePoint)) {
                        result.append(String.format("\\u%04x", (int) unit));
                    }
                }
            }
        }
    }

    private static boolean isVisible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
