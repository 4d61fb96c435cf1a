package dev.elasticjob.engine.leadership;

import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.spi.JobInstance;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The owners of all items, computed from the assignment that a strategy returned. A strategy may be code of the application:
 * its assignment counts only if it contains every item exactly once, on members only.
 */
final class Owners {

    private static final int NO_OWNER = -1;

    private Owners() {}

    /**
     * Returns what is wrong with an assignment; empty if it is valid.
     *
     * @param members the ids of the members, in the order of the epoch
     */
    static Optional<String> problemOf(Map<JobInstance, List<Integer>> assignment, List<String> members, int total) {
        boolean[] seen = new boolean[total];
        for (Map.Entry<JobInstance, List<Integer>> entry : assignment.entrySet()) {
            if (entry.getKey() == null || !members.contains(entry.getKey().jobInstanceId())) {
                return Optional.of("it assigns items to " + entry.getKey() + ", which is not a member");
            }
            if (entry.getValue() == null) {
                return Optional.of("it assigns null to " + entry.getKey().jobInstanceId());
            }
            for (Integer item : entry.getValue()) {
                if (item == null || item < 0 || item >= total) {
                    return Optional.of("it assigns item " + item + " of " + total);
                }
                if (seen[item]) {
                    return Optional.of("it assigns item " + item + " twice");
                }
                seen[item] = true;
            }
        }
        for (int item = 0; item < total; item++) {
            if (!seen[item]) {
                return Optional.of("it does not assign item " + item);
            }
        }
        return Optional.empty();
    }

    /** Returns the owners of a valid assignment. */
    static int[] from(Map<JobInstance, List<Integer>> assignment, List<String> members, int total) {
        int[] owners = none(total);
        assignment.forEach((instance, items) -> {
            int index = members.indexOf(instance.jobInstanceId());
            items.forEach(item -> owners[item] = index);
        });
        return owners;
    }

    /** Returns the owners after a strategy failed: live owners keep their items, the others go to the members with fewest. */
    static int[] keeping(Optional<Epoch> before, List<String> members, int total) {
        int[] owners = none(total);
        if (members.isEmpty()) {
            return owners;
        }
        int[] counts = new int[members.size()];
        for (int item = 0; item < total; item++) {
            owners[item] = ownerBefore(before, item, members);
            if (owners[item] != NO_OWNER) {
                counts[owners[item]]++;
            }
        }
        for (int item = 0; item < total; item++) {
            if (owners[item] == NO_OWNER) {
                int least = 0;
                for (int index = 1; index < counts.length; index++) {
                    least = counts[index] < counts[least] ? index : least;
                }
                owners[item] = least;
                counts[least]++;
            }
        }
        return owners;
    }

    /** Returns the owners with static sharding: an item keeps a live owner, only the others are assigned. */
    static int[] fixed(Optional<Epoch> before, int[] assigned, List<String> members) {
        int[] owners = assigned.clone();
        for (int item = 0; item < owners.length; item++) {
            int kept = ownerBefore(before, item, members);
            owners[item] = kept == NO_OWNER ? owners[item] : kept;
        }
        return owners;
    }

    static int[] none(int total) {
        int[] owners = new int[total];
        Arrays.fill(owners, NO_OWNER);
        return owners;
    }

    private static int ownerBefore(Optional<Epoch> before, int item, List<String> members) {
        return before.flatMap(epoch -> epoch.owner(item)).map(members::indexOf).orElse(NO_OWNER);
    }
}
