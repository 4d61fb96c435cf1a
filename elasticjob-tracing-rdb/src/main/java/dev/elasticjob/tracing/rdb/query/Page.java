package dev.elasticjob.tracing.rdb.query;

import java.util.List;
import java.util.Optional;

/**
 * Page of a result.
 *
 * @param rows rows of the page
 * @param next argument of {@code after} for the next page; empty if this is the last page
 */
public record Page<T>(List<T> rows, Optional<String> next) {

    public Page {
        rows = List.copyOf(rows);
    }
}
