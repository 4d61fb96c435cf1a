package dev.elasticjob.error.notify;

import java.util.List;

/** Inspects the threads of handlers. */
final class Threads {

    private Threads() {}

    static List<Thread> named(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals(name))
                .toList();
    }

    /** Waits until the threads end; fails if one does not. */
    static void awaitEnd(List<Thread> threads) throws InterruptedException {
        for (Thread each : threads) {
            each.join(30_000);
            if (each.isAlive()) {
                throw new AssertionError("Still alive: " + each + " " + List.of(each.getStackTrace()));
            }
        }
    }
}
