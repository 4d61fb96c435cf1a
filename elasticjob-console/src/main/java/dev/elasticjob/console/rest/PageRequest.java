package dev.elasticjob.console.rest;

import java.util.List;

/** Page number and size of a requested part of a list. */
record PageRequest(int page, int size) {

    private static final int MOST_SKIPPED = 10_000_000;
    private static final int LARGEST = 1_000;

    PageRequest {
        if (page < 0) {
            throw new IllegalArgumentException("page is " + page + "; count pages from 0");
        }
        if (size < 1 || size > LARGEST) {
            throw new IllegalArgumentException("size is " + size + "; use 1 to " + LARGEST);
        }
    }

    /** @throws IllegalArgumentException if the page would skip too many entries */
    int skipped() {
        long skipped = (long) page * size;
        if (skipped > MOST_SKIPPED) {
            throw new IllegalArgumentException("page is " + page + ", which skips " + skipped + " entries; at most "
                    + MOST_SKIPPED + " are skipped");
        }
        return (int) skipped;
    }

    <T> List<T> of(List<T> all) {
        long from = Math.min((long) page * size, all.size());
        return all.subList((int) from, (int) Math.min(from + size, all.size()));
    }
}
