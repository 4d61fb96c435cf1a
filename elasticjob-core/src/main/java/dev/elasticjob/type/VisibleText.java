package dev.elasticjob.type;

/** Text from outside, such as a script's output, made fit for logs: it cannot forge lines or steer a terminal. */
public final class VisibleText {

    private VisibleText() {}

    /**
     * The text with everything escaped that is not seen or is more than seen: control characters but the tab, separators
     * of lines, characters that change the direction of text, halves of surrogate pairs.
     */
    public static String of(String text) {
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints().forEach(codePoint -> append(result, codePoint));
        return result.toString();
    }

    /** At most so many characters of the text, with a mark when there was more. */
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
