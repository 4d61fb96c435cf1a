package dev.elasticjob.error.notify;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Decides which errors are told at once and which are only counted.
 *
 * <p>The first of its kind is told at once and opens a window. What repeats it within the window is counted; when the
 * window ends the count is told and the next window opens. A window that ends without a repeat is forgotten. So an
 * error that never stops is told once a window. Errors that differ every time, say by a number in their message, are
 * told apart up to a number of kinds; beyond it they share one window.
 *
 * <p>Has no thread, no lock and no clock: its owner brings them.
 */
final class ErrorStorms {

    private final long windowNanos;
    private final int kinds;
    private final Map<Fingerprint, Window> windows = new LinkedHashMap<>();

    ErrorStorms(Duration window, int kinds) {
        windowNanos = window.toNanos();
        this.kinds = kinds;
    }

    /** Takes an error; returns what to tell at once. */
    Optional<Notice> occurred(Fingerprint fingerprint, Instant time, long nanos, Supplier<Notice> describe) {
        windows.values().removeIf(each -> each.repeats == 0 && hasEnded(each, nanos));
        boolean told = windows.containsKey(fingerprint);
        Fingerprint kind = told || windows.size() < kinds ? fingerprint : Fingerprint.OTHERS;
        Window open = windows.get(kind);
        if (open != null) {
            open.repeats++;
            open.last = time;
            return Optional.empty();
        }
        Window opened = new Window(describe.get(), nanos, kind == Fingerprint.OTHERS);
        windows.put(kind, opened);
        return Optional.of(opened.first);
    }

    /** Takes the counts of the windows that have ended. */
    List<Notice> takeDue(long nanos) {
        List<Notice> due = new ArrayList<>();
        for (Window each : windows.values()) {
            if (each.repeats > 0 && hasEnded(each, nanos)) {
                due.add(each.summary());
                each.repeats = 0;
                each.openedNanos = nanos;
            }
        }
        return due;
    }

    /** Takes all counts, and forgets all windows. */
    List<Notice> takeAll() {
        List<Notice> all = windows.values().stream()
                .filter(each -> each.repeats > 0)
                .map(Window::summary)
                .toList();
        windows.clear();
        return all;
    }

    /** When a count will be due; empty when none will unless something happens. */
    OptionalLong nextDue(long nanos) {
        return windows.values().stream()
                .filter(each -> each.repeats > 0)
                .mapToLong(each -> each.openedNanos + windowNanos - nanos)
                .min()
                .stream()
                .map(left -> nanos + left)
                .findFirst();
    }

    private boolean hasEnded(Window window, long nanos) {
        return nanos - window.openedNanos >= windowNanos;
    }

    private static final class Window {

        private final Notice first;
        private final boolean mixed;
        private long openedNanos;
        private long repeats;
        private Instant last;

        private Window(Notice first, long openedNanos, boolean mixed) {
            this.first = first;
            this.openedNanos = openedNanos;
            this.mixed = mixed;
            last = first.time();
        }

        private Notice summary() {
            return first.repeated(repeats, last, mixed);
        }
    }
}
