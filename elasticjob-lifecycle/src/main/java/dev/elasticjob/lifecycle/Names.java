package dev.elasticjob.lifecycle;

/** Validates names given by callers before they become part of a path. */
final class Names {

    private static final int MOST_DIGITS = 9;

    private Names() {}

    static String job(String jobName) {
        return node("Job name", jobName);
    }

    static String server(String serverIp) {
        return node("Server", serverIp);
    }

    static int item(String jobName, String item) {
        if (item == null || item.isEmpty() || item.length() > MOST_DIGITS || !isNumber(item)) {
            throw new IllegalArgumentException(
                    "Job '" + jobName + "': item is '" + item + "'; name it by its number, from 0 on");
        }
        return Integer.parseInt(item);
    }

    /** Returns whether the node name is an item number in the format that engines write. */
    static boolean isItem(String name) {
        return !name.isEmpty()
                && name.length() <= MOST_DIGITS
                && isNumber(name)
                && (name.length() == 1 || name.charAt(0) != '0');
    }

    private static boolean isNumber(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    static boolean isGiven(String name) {
        return name != null && !name.isEmpty();
    }

    private static String node(String what, String name) {
        if (name == null || name.isBlank() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(what + " is '" + name + "'; it must be a name, without '/'");
        }
        return name;
    }
}
