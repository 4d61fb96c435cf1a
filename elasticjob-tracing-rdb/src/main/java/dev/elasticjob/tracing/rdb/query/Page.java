package dev.elasticjob.tracing.rdb.query;

import java.util.List;
import java.util.Optional;

/**
 * A part of what was asked for.
 *
 * @param next where the next part begins, for {@code after}; empty when this is the last
 */
public record Page<T>(List<T> rows, Optional<String> next) {

    public Page {
        rows = List.copyOf(rows);
    }
}
