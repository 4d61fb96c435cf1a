package dev.elasticjob.registry;

/** Validates paths, with the same messages in all implementations. */
final class Paths {

    private Paths() {}

    static String check(String path) {
        if (path.equals("/")) {
            return path;
        }
        if (!path.startsWith("/") || path.endsWith("/") || path.contains("//")) {
            throw new IllegalArgumentException("Registry path '" + path
                    + "': it must begin with a slash, not end with one, and not have two in a row");
        }
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c <= 0x1f || c >= 0x7f && c <= 0x9f || c >= 0xd800 && c <= 0xf8ff || c >= 0xfff0) {
                throw new IllegalArgumentException("Registry path '" + path + "': the character at index " + i + " (U+"
                        + String.format("%04X", (int) c) + ") is not allowed");
            }
        }
        if (path.contains("/.")) {
            refuseDots(path);
        }
        return path;
    }

    private static void refuseDots(String path) {
        for (String part : path.substring(1).split("/")) {
            if (part.equals(".") || part.equals("..")) {
                throw new IllegalArgumentException("Registry path '" + path + "': '" + part + "' is not a name");
            }
        }
    }
}
