package dev.elasticjob.lifecycle.view;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * Where jobs are.
 *
 * @param servers by address, with the names of their jobs; be they enabled or not
 * @param instances by id, with the names of their jobs
 */
public record Places(SortedMap<String, List<String>> servers, SortedMap<String, List<String>> instances) {

    public Places {
        servers = Collections.unmodifiableSortedMap(servers);
        instances = Collections.unmodifiableSortedMap(instances);
    }
}
