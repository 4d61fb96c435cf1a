package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.JobTree;

/** Validates names given by callers before they become part of a path. */
final class Names {

    private Names() {}

    static String job(String jobName) {
        return node("Job name", jobName);
    }

    static String server(String serverIp) {
        return node("Server", serverIp);
    }

    static int item(String jobName, String item) {
        if (item == null || !JobTree.isItem(item)) {
            throw new IllegalArgumentException(
                    "Job '" + jobName + "': item is '" + item + "'; name it by its number, from 0 on");
        }
        return Integer.parseInt(item);
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
