package dev.elasticjob.error.notify;

/** Text message in the JSON format that the robots of WeChat and DingTalk share. */
final class RobotMessage {

    private RobotMessage() {}

    static String text(String content) {
        return "{\"msgtype\":\"text\",\"text\":{\"content\":" + quote(content) + "}}";
    }

    private static String quote(String text) {
        StringBuilder json = new StringBuilder("\"");
        text.codePoints().forEach(each -> append(json, each));
        return json.append('"').toString();
    }

    private static void append(StringBuilder json, int codePoint) {
        switch (codePoint) {
            case '"' -> json.append("\\\"");
            case '\\' -> json.append("\\\\");
            case '\n' -> json.append("\\n");
            case '\r' -> json.append("\\r");
            case '\t' -> json.append("\\t");
            default -> {
                if (needsEscape(codePoint)) {
                    json.append(String.format("\\u%04x", codePoint));
                } else if (Character.getType(codePoint) == Character.SURROGATE) {
                    // An unpaired surrogate cannot be encoded in UTF-8.
                    json.append('\ufffd');
                } else {
                    json.appendCodePoint(codePoint);
                }
            }
        }
    }

    private static boolean needsEscape(int codePoint) {
        return codePoint < 0x20 || codePoint == 0x7f || codePoint == 0x2028 || codePoint == 0x2029;
    }
}
