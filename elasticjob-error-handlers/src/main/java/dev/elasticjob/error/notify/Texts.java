package dev.elasticjob.error.notify;

import java.nio.charset.StandardCharsets;

/** Adapts text from external sources to the limits of its destination. */
final class Texts {

    private static final String CUT = "\n... (cut)";

    private Texts() {}

    /** Returns the text without line breaks and other control characters, so that a name cannot imitate a line of the message. */
    static String oneLine(String text, int maxChars) {
        StringBuilder result = new StringBuilder();
        text.codePoints()
                .limit(maxChars)
                .map(each -> isBreaking(each) ? ' ' : each)
                .forEach(result::appendCodePoint);
        return text.codePointCount(0, text.length()) > maxChars ? result + "..." : result.toString();
    }

    static boolean hasControlCharacter(String text) {
        return text.codePoints().anyMatch(Texts::isBreaking);
    }

    private static boolean isBreaking(int codePoint) {
        int type = Character.getType(codePoint);
        return Character.isISOControl(codePoint)
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    /** Returns the text, or its beginning and a remark that it was truncated. Never splits a surrogate pair. */
    static String limitBytes(String text, int maxBytes) {
        if (text.getBytes(StandardCharsets.UTF_8).length <= maxBytes) {
            return text;
        }
        int room = maxBytes - CUT.length();
        int end = 0;
        while (true) {
            int codePoint = text.codePointAt(end);
            room -= utf8Length(codePoint);
            if (room < 0) {
                return text.substring(0, end) + CUT;
            }
            end += Character.charCount(codePoint);
        }
    }

    private static int utf8Length(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < 0x10000 ? 3 : 4;
    }
}
