package dev.elasticjob.console.rest;

import java.util.List;

/**
 * A part of a list.
 *
 * @param total how many there are in all that fit
 */
public record PageView<T>(List<T> items, int page, int size, int total) {

    static <T> PageView<T> of(List<T> all, PageRequest request) {
        return new PageView<>(request.of(all), request.page(), request.size(), all.size());
    }
}
