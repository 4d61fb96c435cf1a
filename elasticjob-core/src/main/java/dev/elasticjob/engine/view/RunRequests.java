package dev.elasticjob.engine.view;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.registry.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * What is requested of an instance: data of {@link JobTree#trigger(String)}, oldest request first. Other tools create the
 * node blank, which requests every item that the instance owns.
 *
 * <p>A line that this version cannot read, and further words of a line that it can, may have been written by a later version:
 * both are kept and passed on.
 *
 * @param requests runs to be started
 * @param kills runs to be ended
 * @param unreadable lines that this version cannot read
 */
public record RunRequests(List<Request> requests, List<Kill> kills, List<String> unreadable) {

    /** Begins the run ids of operators' requests. */
    private static final String OPERATOR_PREFIX = "trigger-";

    /** Begins the line of a kill; no run id consists of it. */
    private static final String KILL = "kill";

    public static final RunRequests NONE = new RunRequests(List.of());

    private static final int REQUEST_BYTES = 100;
    private static final int ITEM_BYTES = 6;
    private static final int KILL_BYTES = 40;
    private static final int UTF8_BYTES = 3;
    /** A range in the registry may be of any origin: a longer one is not expanded. */
    private static final int LONGEST_RANGE = 1_000_000;

    /**
     * One requested run, and its items that the instance has not started yet.
     *
     * @param further words that this version does not know; usually empty
     */
    public record Request(String runId, RunSource source, SortedSet<Integer> items, String further) {

        Request with(SortedSet<Integer> otherItems) {
            return new Request(runId, source, otherItems, further);
        }

        /** Returns the request for some of its items. */
        public RunRequests of(SortedSet<Integer> someItems) {
            return new RunRequests(List.of(with(someItems)));
        }
    }

    /**
     * The request to end a run of an item.
     *
     * @param token the fencing token of the run; a run with another token is not meant
     */
    public record Kill(int item, long token) {}

    public RunRequests {
        requests = List.copyOf(requests);
        kills = List.copyOf(kills);
        unreadable = List.copyOf(unreadable);
    }

    RunRequests(List<Request> requests) {
        this(requests, List.of(), List.of());
    }

    /** Returns the id of the run that an operator requests by creating or setting a node with this commit. */
    public static String operatorRunId(long commitNumber) {
        return OPERATOR_PREFIX + Long.toHexString(commitNumber);
    }

    public static boolean isRequestedByOperator(String runId) {
        return runId.startsWith(OPERATOR_PREFIX);
    }

    /** Returns the request for items that the blank node of an operator stands for. */
    public static RunRequests ofBlankNode(Node node, SortedSet<Integer> items) {
        return items.isEmpty() ? NONE : of(operatorRunId(node.created()), RunSource.MANUAL_TRIGGER, items);
    }

    public static RunRequests of(String runId, RunSource source, Collection<Integer> items) {
        return new RunRequests(List.of(new Request(runId, source, new TreeSet<>(items), "")));
    }

    /** Returns the request to end a run. */
    public static RunRequests kill(int item, long token) {
        return new RunRequests(List.of(), List.of(new Kill(item, token)), List.of());
    }

    /** Returns whether nothing is left that the node must keep. */
    public boolean isEmpty() {
        return requests.isEmpty() && kills.isEmpty() && unreadable.isEmpty();
    }

    /** Returns these requests without the runs to be started. */
    public RunRequests withoutRuns() {
        return new RunRequests(List.of(), kills, unreadable);
    }

    /** Returns these requests without kills that were dealt with. */
    public RunRequests withoutKills(Collection<Kill> settled) {
        return new RunRequests(
                requests, kills.stream().filter(each -> !settled.contains(each)).toList(), unreadable);
    }

    /** Returns only the lines that this version cannot read. */
    public RunRequests onlyUnreadable() {
        return new RunRequests(List.of(), List.of(), unreadable);
    }

    public SortedSet<Integer> items() {
        return requests.stream().flatMap(each -> each.items().stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the oldest request for an item. */
    public Optional<Request> first(int item) {
        return requests.stream().filter(each -> each.items().contains(item)).findFirst();
    }

    /** Returns these requests without the items for which a condition on run id and item is true. */
    public RunRequests without(BiPredicate<String, Integer> taken) {
        List<Request> left = new ArrayList<>();
        for (Request request : requests) {
            SortedSet<Integer> items = new TreeSet<>(request.items());
            items.removeIf(item -> taken.test(request.runId(), item));
            if (!items.isEmpty()) {
                left.add(request.with(items));
            }
        }
        return new RunRequests(left, kills, unreadable);
    }

    /** Returns these requests followed by others; the same run is kept once for each item. */
    public RunRequests plus(RunRequests others) {
        List<Request> all = new ArrayList<>(requests);
        for (Request other : others.requests) {
            SortedSet<Integer> items = new TreeSet<>(other.items());
            String further = other.further();
            for (int i = 0; i < all.size(); i++) {
                Request mine = all.get(i);
                if (mine.runId().equals(other.runId())) {
                    items.addAll(mine.items());
                    further = further.isEmpty() ? mine.further() : further;
                    all.remove(i--);
                }
            }
            all.add(new Request(other.runId(), other.source(), items, further));
        }
        return new RunRequests(all, union(kills, others.kills), union(unreadable, others.unreadable));
    }

    private static <T> List<T> union(List<T> some, List<T> others) {
        Set<T> all = new LinkedHashSet<>(some);
        all.addAll(others);
        return List.copyOf(all);
    }

    public String encode() {
        StringBuilder text = new StringBuilder();
        for (Request request : requests) {
            text.append(request.runId())
                    .append(' ')
                    .append(request.source().name())
                    .append(' ');
            appendRanges(text, request.items());
            if (!request.further().isEmpty()) {
                text.append(' ').append(request.further());
            }
            text.append('\n');
        }
        for (Kill kill : kills) {
            text.append(KILL + ' ')
                    .append(kill.item())
                    .append(' ')
                    .append(kill.token())
                    .append('\n');
        }
        unreadable.forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    /** Returns items as ranges, for example {@code 0-4999,5003}. */
    public static String ranges(SortedSet<Integer> items) {
        StringBuilder text = new StringBuilder();
        appendRanges(text, items);
        return text.toString();
    }

    /** Appends items as ranges; there is at least one. */
    private static void appendRanges(StringBuilder text, SortedSet<Integer> items) {
        int first = -1;
        int last = -1;
        for (int item : items) {
            if (last >= 0 && item == last + 1) {
                last = item;
                continue;
            }
            appendRange(text, first, last);
            first = item;
            last = item;
        }
        appendRange(text, first, last);
        text.setLength(text.length() - 1);
    }

    private static void appendRange(StringBuilder text, int first, int last) {
        if (first >= 0) {
            text.append(first);
            if (last > first) {
                text.append('-').append(last);
            }
            text.append(',');
        }
    }

    /** Returns the bytes that these requests may take when their items no longer form ranges. */
    public int largestEncoding() {
        int bytes = 0;
        for (Request request : requests) {
            bytes += REQUEST_BYTES
                    + request.items().size() * ITEM_BYTES
                    + UTF8_BYTES * request.further().length();
        }
        for (String line : unreadable) {
            bytes += 1 + UTF8_BYTES * line.length();
        }
        return bytes + kills.size() * KILL_BYTES;
    }

    /** Returns the requests in a text; empty if it is blank, which requests all items that the instance owns. */
    public static Optional<RunRequests> decode(String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        List<Request> requests = new ArrayList<>();
        List<Kill> kills = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        for (String line : text.split("\n")) {
            String[] words = line.split(" ", 4);
            try {
                if (words.length == 3 && words[0].equals(KILL)) {
                    kills.add(new Kill(Integer.parseInt(words[1]), Long.parseLong(words[2])));
                } else if (words.length >= 3) {
                    requests.add(new Request(
                            words[0], RunSource.valueOf(words[1]), items(words[2]), words.length == 4 ? words[3] : ""));
                } else if (!line.isBlank()) {
                    unreadable.add(line);
                }
            } catch (IllegalArgumentException ofAnotherVersion) {
                unreadable.add(line);
            }
        }
        return Optional.of(new RunRequests(requests, kills, unreadable));
    }

    private static SortedSet<Integer> items(String ranges) {
        SortedSet<Integer> items = new TreeSet<>();
        for (String range : ranges.split(",")) {
            addRange(range, items);
        }
        return items;
    }

    private static void addRange(String range, SortedSet<Integer> items) {
        int dash = range.indexOf('-');
        int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
        int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
        if (first < 0 || last < first || last - first >= LONGEST_RANGE) {
            throw new IllegalArgumentException("Item range is invalid: " + range);
        }
        for (int item = first; item <= last; item++) {
            items.add(item);
        }
    }
}
