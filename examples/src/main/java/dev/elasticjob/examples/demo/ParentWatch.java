package dev.elasticjob.examples.demo;

import java.io.IOException;

/**
 * Ends a process with the demo. The demo holds the other end of our input, and it is closed with that process however it
 * ends. Registry and database are gone then, so there is nothing to leave in good order.
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
                        // The same as its end.
                    }
                    Runtime.getRuntime().halt(0);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
