package dev.elasticjob.console.rest;

import java.util.List;

/**
 * A page of a list.
 *
 * @param total number of entries on all pages
 */
public record PageView<T>(List<T> items, int page, int size, int total) {

    static <T> PageView<T> of(List<T> all, PageRequest request) {
        return new PageView<>(request.of(all), request.page(), request.size(), all.size());
    }
}
