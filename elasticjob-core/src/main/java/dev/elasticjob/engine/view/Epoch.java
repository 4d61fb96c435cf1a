package dev.elasticjob.engine.view;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The owner of every item, and the schedule: data of {@link JobTree#epoch()}. It alone determines who may run an item. It
 * changes as a whole, by its version, which serialises leaders that overlap.
 *
 * @param open whether items may start
 * @param fingerprint of the inputs of the assignment; with the same inputs no new assignment is needed
 * @param members ids of the instances that may own items
 * @param owners for each item an index into {@code members}, or -1
 * @param since fire times up to this one do not count
 * @param paused whether every server was disabled when it was published
 * @param nonce of the attempt to publish it
 */
public record Epoch(
        long number,
        boolean open,
        String fingerprint,
        List<String> members,
        int[] owners,
        String cron,
        String timeZone,
        boolean monitorExecution,
        Instant since,
        boolean paused,
        String nonce) {

    private static final int RADIX = 36;

    public int total() {
        return owners.length;
    }

    /** Returns the owner of an item; empty if there is none, or no such item. */
    public Optional<String> owner(int item) {
        return item < owners.length && owners[item] >= 0 ? Optional.of(members.get(owners[item])) : Optional.empty();
    }

    public boolean owns(String instanceId, int item) {
        return item < owners.length
                && owners[item] >= 0
                && members.get(owners[item]).equals(instanceId);
    }

    public SortedSet<Integer> itemsOf(String instanceId) {
        SortedSet<Integer> items = new TreeSet<>();
        int index = members.indexOf(instanceId);
        if (index >= 0) {
            for (int item = 0; item < owners.length; item++) {
                if (owners[item] == index) {
                    items.add(item);
                }
            }
        }
        return items;
    }

    /** Returns these items by owner; items without an owner are listed under {@code otherwise}. */
    public SortedMap<String, SortedSet<Integer>> byOwner(Collection<Integer> items, String otherwise) {
        SortedMap<String, SortedSet<Integer>> byOwner = new TreeMap<>();
        for (int item : items) {
            byOwner.computeIfAbsent(owner(item).orElse(otherwise), key -> new TreeSet<>())
                    .add(item);
        }
        return byOwner;
    }

    /**
     * Returns whether members acknowledge that this epoch is closed: only where runs have no marks, so that nothing else
     * shows that they have ended.
     */
    public boolean needsAcknowledgement() {
        return !open && !monitorExecution;
    }

    /** Returns all items. */
    public SortedSet<Integer> items() {
        SortedSet<Integer> items = new TreeSet<>();
        for (int item = 0; item < total(); item++) {
            items.add(item);
        }
        return items;
    }

    /** Returns the epoch after this one, with its only item at the next member. */
    public Epoch withItemAtNextMember(String newNonce) {
        return new Epoch(
                number + 1,
                open,
                fingerprint,
                members,
                new int[] {(owners[0] + 1) % members.size()},
                cron,
                timeZone,
                monitorExecution,
                since,
                paused,
                newNonce);
    }

    /** Returns the epoch after this one, in which nothing may start. */
    public Epoch closed(String newNonce) {
        return new Epoch(
                number + 1,
                false,
                fingerprint,
                members,
                owners,
                cron,
                timeZone,
                monitorExecution,
                since,
                paused,
                newNonce);
    }

    public String encode() {
        StringBuilder indices = new StringBuilder(owners.length * 2);
        for (int owner : owners) {
            if (indices.length() > 0) {
                indices.append(',');
            }
            indices.append(owner < 0 ? "-" : Integer.toString(owner, RADIX));
        }
        return new TextFields()
                .put("number", number)
                .put("state", open ? "open" : "closed")
                .put("total", owners.length)
                .put("since", since.toEpochMilli())
                .put("monitor", Boolean.toString(monitorExecution))
                .put("paused", Boolean.toString(paused))
                .put("cron", cron)
                .put("zone", timeZone)
                .put("fingerprint", fingerprint)
                .put("nonce", nonce)
                .put("members", String.join(" ", members))
                .put("owners", indices.toString())
                .text();
    }

    /** Returns the epoch in a text; empty if there is none or it is unreadable, so that the leader publishes another. */
    public static Optional<Epoch> decode(String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        try {
            TextFields fields = TextFields.parse(text);
            int total = Math.toIntExact(fields.require("total"));
            List<String> members = fields.get("members").isEmpty()
                    ? List.of()
                    : List.of(fields.get("members").split(" "));
            String[] indices = fields.get("owners").split(",");
            if (indices.length != total) {
                return Optional.empty();
            }
            // An invalid cron or time zone makes the epoch unreadable.
            Schedule.of(fields.get("cron"), fields.get("zone"));
            int[] owners = new int[total];
            for (int item = 0; item < total; item++) {
                owners[item] = indices[item].equals("-") ? -1 : Integer.parseInt(indices[item], RADIX);
                if (owners[item] >= members.size()) {
                    return Optional.empty();
                }
            }
            return Optional.of(new Epoch(
                    fields.require("number"),
                    fields.get("state").equals("open"),
                    fields.get("fingerprint"),
                    members,
                    owners,
                    fields.get("cron"),
                    fields.get("zone"),
                    Boolean.parseBoolean(fields.get("monitor")),
                    Instant.ofEpochMilli(fields.require("since")),
                    Boolean.parseBoolean(fields.get("paused")),
                    fields.get("nonce")));
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Epoch that && encode().equals(that.encode());
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    @Override
    public String toString() {
        return "epoch " + number + (open ? " open" : " closed") + ", " + members + " own " + Arrays.toString(owners);
    }
}
