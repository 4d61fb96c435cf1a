package dev.elasticjob.lifecycle.view;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * The servers and instances of jobs.
 *
 * @param servers job names by server address, for enabled and disabled servers
 * @param instances job names by instance id
 */
public record Places(SortedMap<String, List<String>> servers, SortedMap<String, List<String>> instances) {

    public Places {
        servers = Collections.unmodifiableSortedMap(servers);
        instances = Collections.unmodifiableSortedMap(instances);
    }
}
