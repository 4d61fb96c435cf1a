package dev.elasticjob.engine.view;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.registry.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * The runs requested of an instance: data of {@link JobTree#trigger(String)}, oldest request first. Other tools create the
 * node empty, which requests every item that the instance owns.
 */
public record RunRequests(List<Request> requests) {

    /** Begins the run ids of operators' requests. */
    private static final String OPERATOR_PREFIX = "trigger-";

    public static final RunRequests NONE = new RunRequests(List.of());

    private static final int REQUEST_BYTES = 100;
    private static final int ITEM_BYTES = 6;
    /** A range in the registry may be of any origin: a longer one is not expanded. */
    private static final int LONGEST_RANGE = 1_000_000;

    /** One requested run, and its items that the instance has not started yet. */
    public record Request(String runId, RunSource source, SortedSet<Integer> items) {}

    public RunRequests {
        requests = List.copyOf(requests);
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
        return new RunRequests(List.of(new Request(runId, source, new TreeSet<>(items))));
    }

    public boolean isEmpty() {
        return requests.isEmpty();
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
                left.add(new Request(request.runId(), request.source(), items));
            }
        }
        return new RunRequests(left);
    }

    /** Returns these requests followed by others; the same run is kept once for each item. */
    public RunRequests plus(RunRequests others) {
        List<Request> all = new ArrayList<>(requests);
        for (Request other : others.requests) {
            SortedSet<Integer> items = new TreeSet<>(other.items());
            for (int i = 0; i < all.size(); i++) {
                Request mine = all.get(i);
                if (mine.runId().equals(other.runId())) {
                    items.addAll(mine.items());
                    all.remove(i--);
                }
            }
            all.add(new Request(other.runId(), other.source(), items));
        }
        return new RunRequests(all);
    }

    public String encode() {
        StringBuilder text = new StringBuilder();
        for (Request request : requests) {
            text.append(request.runId())
                    .append(' ')
                    .append(request.source().name())
                    .append(' ');
            appendRanges(text, request.items());
            text.append('\n');
        }
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
            bytes += REQUEST_BYTES + request.items().size() * ITEM_BYTES;
        }
        return bytes;
    }

    /** Returns the requests in a text, without unreadable lines; empty if the text is blank or nothing in it is readable. */
    public static Optional<RunRequests> decode(String text) {
        List<Request> requests = new ArrayList<>();
        for (String line : text.split("\n")) {
            String[] parts = line.split(" ");
            if (parts.length == 3) {
                try {
                    SortedSet<Integer> items = new TreeSet<>();
                    for (String range : parts[2].split(",")) {
                        addRange(range, items);
                    }
                    requests.add(new Request(parts[0], RunSource.valueOf(parts[1]), items));
                } catch (IllegalArgumentException unreadable) {
                    continue;
                }
            }
        }
        return requests.isEmpty() ? Optional.empty() : Optional.of(new RunRequests(requests));
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
