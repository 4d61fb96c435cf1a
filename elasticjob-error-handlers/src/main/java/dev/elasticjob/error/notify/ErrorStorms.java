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
 * Decides which errors are reported immediately and which are only counted.
 *
 * <p>The first error of a kind is reported immediately and opens a window. Repeats within the window are counted; at the end of the
 * window the count is reported and the next window opens. A window that ends without a repeat is removed. So an error that recurs
 * continuously is reported once per window. Errors that differ each time, for example by a number in their message, are distinguished up
 * to a limited number of kinds; all further errors share one window.
 *
 * <p>This class has no thread, no lock and no clock; the caller provides them.
 */
final class ErrorStorms {

    private final long windowNanos;
    private final int kinds;
    private final Map<Fingerprint, Window> windows = new LinkedHashMap<>();

    ErrorStorms(Duration window, int kinds) {
        windowNanos = window.toNanos();
        this.kinds = kinds;
    }

    /** Records an error and returns the notice to send immediately, if any. */
    Optional<Notice> occurred(Fingerprint fingerprint, Instant time, long nanos, Supplier<Notice> describe) {
        windows.values().removeIf(each -> each.repeats == 0 && hasEnded(each, nanos));
        boolean isKnown = windows.containsKey(fingerprint);
        Fingerprint kind = isKnown || windows.size() < kinds ? fingerprint : Fingerprint.OTHERS;
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

    /** Removes and returns the counts of the windows that have ended. */
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

    /** Removes and returns all counts, and removes all windows. */
    List<Notice> takeAll() {
        List<Notice> all = windows.values().stream()
                .filter(each -> each.repeats > 0)
                .map(Window::summary)
                .toList();
        windows.clear();
        return all;
    }

    /** Returns when the next count is due; empty if none is due until another error occurs. */
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
