package dev.elasticjob.examples.demo;

import dev.elasticjob.examples.demo.DemoJobs.DemoJob;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * What the registry says of a job. Texts are ids of instances, empty when there is none.
 *
 * @param instances that take part
 */
record JobState(String leader, List<String> instances, List<Item> items) {

    static final JobState UNKNOWN = new JobState("", List.of(), List.of());

    /**
     * An item.
     *
     * @param owner who is to run it
     * @param running who runs it now
     * @param last how far its current or last run has come; empty before the first
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

    /** An item's node holds a line for each field: its name, a blank, its value. */
    private static String field(String name, String text) {
        return text.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    /** Who owns which items, in words; empty while not every item has an owner. */
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
