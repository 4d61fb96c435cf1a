package dev.elasticjob.engine;

import dev.elasticjob.spi.JobInstance;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who owns which item, from what a strategy answered. A strategy is somebody else's code: its answer counts only if it has
 * every item exactly once, on members only.
 */
final class Assignment {

    private static final int NOBODY = -1;

    private Assignment() {}

    /**
     * What is wrong with an answer; empty when nothing is.
     *
     * @param members ids in the order of the epoch
     */
    static Optional<String> problemOf(Map<JobInstance, List<Integer>> answer, List<String> members, int total) {
        boolean[] seen = new boolean[total];
        for (Map.Entry<JobInstance, List<Integer>> entry : answer.entrySet()) {
            if (entry.getKey() == null || !members.contains(entry.getKey().jobInstanceId())) {
                return Optional.of("it gives items to " + entry.getKey() + ", which does not take part");
            }
            if (entry.getValue() == null) {
                return Optional.of("it gives null to " + entry.getKey().jobInstanceId());
            }
            for (Integer item : entry.getValue()) {
                if (item == null || item < 0 || item >= total) {
                    return Optional.of("it gives away item " + item + ", of " + total);
                }
                if (seen[item]) {
                    return Optional.of("it gives away item " + item + " twice");
                }
                seen[item] = true;
            }
        }
        for (int item = 0; item < total; item++) {
            if (!seen[item]) {
                return Optional.of("it gives item " + item + " to nobody");
            }
        }
        return Optional.empty();
    }

    /** The owners as a strategy wants them; its answer has no problem. */
    static int[] from(Map<JobInstance, List<Integer>> answer, List<String> members, int total) {
        int[] owners = nobody(total);
        answer.forEach((instance, items) -> {
            int index = members.indexOf(instance.jobInstanceId());
            items.forEach(item -> owners[item] = index);
        });
        return owners;
    }

    /** The owners when the strategy failed: those that live keep theirs, the rest goes to whoever has fewest. */
    static int[] keeping(Optional<Epoch> before, List<String> members, int total) {
        int[] owners = nobody(total);
        if (members.isEmpty()) {
            return owners;
        }
        int[] counts = new int[members.size()];
        for (int item = 0; item < total; item++) {
            owners[item] = ownerBefore(before, item, members);
            if (owners[item] != NOBODY) {
                counts[owners[item]]++;
            }
        }
        for (int item = 0; item < total; item++) {
            if (owners[item] == NOBODY) {
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

    /** The owners with static sharding: an item stays with an owner that lives, only the others go where they should. */
    static int[] fixed(Optional<Epoch> before, int[] wished, List<String> members) {
        int[] owners = wished.clone();
        for (int item = 0; item < owners.length; item++) {
            int kept = ownerBefore(before, item, members);
            owners[item] = kept == NOBODY ? owners[item] : kept;
        }
        return owners;
    }

    static int[] nobody(int total) {
        int[] owners = new int[total];
        Arrays.fill(owners, NOBODY);
        return owners;
    }

    private static int ownerBefore(Optional<Epoch> before, int item, List<String> members) {
        return before.flatMap(epoch -> epoch.owner(item)).map(members::indexOf).orElse(NOBODY);
    }
}
