package dev.elasticjob.examples.demo;

import java.io.IOException;

/**
 * Ends a process together with the demo. The demo holds the other end of the process's standard input, which is closed
 * however the demo ends. The registry and the database are gone by then, so a graceful shutdown is not needed.
 */
final class ParentWatch {

    private ParentWatch() {}

    static void begin() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            continue;
                        }
                    } catch (IOException closed) {
                        // Treated like the end of the input.
                    }
                    Runtime.getRuntime().halt(0);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
