package dev.elasticjob.examples.demo;

import dev.elasticjob.examples.demo.DemoJobs.DemoJob;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * State of a job in the registry. Strings are instance ids, empty when there is no instance.
 *
 * @param instances members of the job
 */
record JobState(String leader, List<String> instances, List<Item> items) {

    static final JobState UNKNOWN = new JobState("", List.of(), List.of());

    /**
     * State of an item.
     *
     * @param owner instance to which the item is assigned
     * @param running instance that is running the item
     * @param last progress of its current or last run; empty before the first
     */
    record Item(String owner, String running, String last) {}

    static ReadRequest request(DemoJob job) {
        ReadRequest request = ReadRequest.of(leaderPath(job)).children(instancesPath(job));
        for (int item = 0; item < job.items(); item++) {
            request = request.nodes(
                    List.of(itemPath(job, item), itemPath(job, item) + "/instance", itemPath(job, item) + "/running"));
        }
        return request;
    }

    static JobState of(DemoJob job, Snapshot snapshot) {
        List<Item> items = new ArrayList<>();
        for (int item = 0; item < job.items(); item++) {
            String path = itemPath(job, item);
            items.add(new Item(
                    text(snapshot, path + "/instance"),
                    text(snapshot, path + "/running"),
                    field("state", text(snapshot, path))));
        }
        return new JobState(text(snapshot, leaderPath(job)), snapshot.children(instancesPath(job)), items);
    }

    static String instancesPath(DemoJob job) {
        return "/" + job.name() + "/instances";
    }

    private static String leaderPath(DemoJob job) {
        return "/" + job.name() + "/leader/election/instance";
    }

    private static String itemPath(DemoJob job, int item) {
        return "/" + job.name() + "/sharding/" + item;
    }

    private static String text(Snapshot snapshot, String path) {
        return snapshot.node(path).map(node -> node.text().strip()).orElse("");
    }

    /** Returns a field of an item's node, which holds one line per field: its name, a blank, its value. */
    private static String field(String name, String text) {
        return text.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    /** Returns a description of which worker owns which items; empty while an item has no owner. */
    String owners() {
        if (items.isEmpty() || items.stream().anyMatch(item -> item.owner().isEmpty())) {
            return "";
        }
        return items.stream()
                .map(Item::owner)
                .distinct()
                .map(owner -> owner + " has " + itemsOf(owner))
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }

    private String itemsOf(String owner) {
        StringBuilder numbers = new StringBuilder();
        for (int item = 0; item < items.size(); item++) {
            if (items.get(item).owner().equals(owner)) {
                numbers.append(numbers.isEmpty() ? "" : " ").append(item);
            }
        }
        return numbers.toString();
    }
}
