package dev.elasticjob.engine;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A session between a process and the registry, as ZooKeeper's behave: requests arrive in order, answers and hints come back
 * in order; when the connection breaks, what is under way may or may not have arrived, or arrives before the connection is
 * back; when it stays broken for too long the registry ends the session.
 */
final class SimSession {

    static final long TIMEOUT = 10_000;

    /** A change that the server will hear of. */
    private record Change(long number, Hint hint, boolean listToo) {}

    /** A request that was sent and not answered. */
    private final class Request {
        final long sentAt = world.now();
        final Runnable atRegistry;
        final Runnable unknown;
        boolean arrived;

        Request(Runnable atRegistry, Runnable unknown) {
            this.atRegistry = atRegistry;
            this.unknown = unknown;
        }

        void arrive() {
            if (!arrived) {
                arrived = true;
                if (alive) {
                    atRegistry.run();
                }
            }
        }
    }

    private final SimWorld world;
    private final SimProcess process;
    final long id;
    /** At the registry. */
    boolean alive = true;

    boolean connected = true;
    boolean overForClient;

    /** How many of its messages take long, if more than those of others. */
    double slow;

    private int connection;
    private final List<Request> underWay = new ArrayList<>();
    /** The watches of the process, and those that its server has received. */
    private final Map<String, Watch.Scope> watches = new HashMap<>();

    private final Map<String, Watch.Scope> watchesSet = new HashMap<>();
    /** The server that the process is connected to: the changes that it has not received, and the last commit that it has. */
    private final Deque<Change> behind = new ArrayDeque<>();

    private long serverKnows;
    /** The last commit whose effect the process may have seen: it does not connect to a server that does not know it. */
    private long seen;

    private long lag;
    private long lagsUntil;
    private String cutAfter = "";
    private Runnable cutThen = () -> {};
    private long gatheredUntil;
    private long lastArrival;
    private long lastDelivery;
    private long lastAnsweredSend;
    private long connectedSince;

    SimSession(SimWorld world, SimProcess process) {
        this.world = world;
        this.process = process;
        id = world.newSessionId();
        lastAnsweredSend = world.now();
        connectedSince = world.now();
        world.sessions.add(this);
        if (world.followersLag && world.chance(0.3)) {
            connectToLaggingServer();
        }
    }

    /** Connects to a server that has not received the latest changes, but all that the process knows of in this session. */
    private void connectToLaggingServer() {
        long number = world.tree.number();
        serverKnows = seen + world.random.nextLong(number - seen + 1);
        lag = world.random.nextLong(2_000);
        world.past
                .changesAfter(serverKnows)
                .forEach(change -> behind.add(new Change(change.number(), new Hint(change.path(), false), true)));
        if (isBehind()) {
            Change last = behind.peekLast();
            world.log("%s   connects to a server that is %d ms behind", process.name, lag);
            world.after(lag, () -> deliverUntil(last));
        }
    }

    // ---- what the process does ----

    /** Some wait to be gathered with those of other jobs; reads may overtake them, but no others do. */
    void commit(String what, Transaction transaction, Consumer<CommitResult> then) {
        if (world.chance(0.1)) {
            gatheredUntil = Math.max(gatheredUntil, world.now() + 1 + world.random.nextLong(4));
        }
        if (gatheredUntil <= world.now()) {
            commitNow(what, transaction, then);
        } else {
            world.at(gatheredUntil, () -> {
                if (process.alive) {
                    commitNow(what, transaction, then);
                }
            });
        }
    }

    private void commitNow(String what, Transaction transaction, Consumer<CommitResult> then) {
        if (overForClient) {
            process.later(() ->
                    then.accept(new CommitResult.Refused(CommitResult.Refusal.SESSION_OVER, "the session is over")));
            return;
        }
        if (!connected) {
            process.later(
                    () -> then.accept(new CommitResult.Refused(CommitResult.Refusal.NOT_CONNECTED, "not connected")));
            return;
        }
        CommitResult[] result = new CommitResult[1];
        send(
                () -> {
                    SimChecks.checkThatRequestsAreGuarded(transaction);
                    SimChecks.checkThatWritesAreConditional(transaction);
                    result[0] = world.tree.commit(
                            id,
                            process.isOfLaterVersion ? LaterVersion.of(transaction) : transaction,
                            world.registryTime());
                    catchUp();
                    if (world.isTracing()) {
                        world.log(
                                "%s   registry: %s %s -> %s", process.name, what, brief(transaction), brief(result[0]));
                    }
                },
                () -> then.accept(result[0]),
                () -> {
                    world.checks.outcomeUnknown(transaction);
                    then.accept(new CommitResult.Unknown("connection lost"));
                });
        if (what.equals(cutAfter)) {
            cutAfter = "";
            world.after(0, cutThen);
        }
    }

    void read(ReadRequest request, Consumer<ReadResult> then) {
        if (!connected || overForClient) {
            process.later(() -> then.accept(new ReadResult.Failed("not connected", overForClient)));
            return;
        }
        ReadResult[] result = new ReadResult[1];
        send(
                () -> {
                    if (request.isSynced()) {
                        catchUp();
                    }
                    result[0] = isBehind() ? world.past.read(request, serverKnows) : world.tree.read(request);
                    if (world.isTracing()) {
                        world.log(
                                "%s   reads %d nodes, %d lists",
                                process.name,
                                request.nodePaths().size(),
                                request.childrenPaths().size());
                    }
                },
                () -> then.accept(result[0]),
                () -> then.accept(new ReadResult.Failed("connection lost", false)));
    }

    private void send(Runnable atRegistry, Runnable answer, Runnable unknown) {
        int over = connection;
        Request[] self = new Request[1];
        Request request = new Request(
                () -> {
                    atRegistry.run();
                    deliver(over, () -> {
                        underWay.remove(self[0]);
                        lastAnsweredSend = Math.max(lastAnsweredSend, self[0].sentAt);
                        answer.run();
                    });
                },
                unknown);
        self[0] = request;
        underWay.add(request);
        lastArrival = Math.max(lastArrival, world.now() + delay());
        world.at(lastArrival, () -> {
            if (over == connection) {
                request.arrive();
            }
        });
    }

    private long delay() {
        return world.chance(Math.max(slow, world.slow)) ? world.random.nextLong(800) : 1 + world.random.nextLong(4);
    }

    /** In order, to the process, if the connection is still the same by then. */
    private void deliver(int over, Runnable what) {
        lastDelivery = Math.max(lastDelivery, world.now() + delay());
        long known = isBehind() ? serverKnows : world.tree.number();
        world.at(
                lastDelivery,
                () -> receive(over, () -> {
                    seen = Math.max(seen, known);
                    what.run();
                }));
    }

    private void receive(int over, Runnable what) {
        if (over == connection && connected) {
            process.receive(() -> {
                if (over == connection && connected) {
                    what.run();
                }
            });
        }
    }

    /** Counts from when the server receives it, or, when that is lost, from the reconnect. */
    void watch(String path, Watch.Scope scope) {
        watches.put(path, scope);
        if (connected && !overForClient) {
            send(() -> watchesSet.put(path, scope), () -> {}, () -> {});
        }
    }

    void unwatch(String path) {
        watches.remove(path);
        if (connected && !overForClient) {
            send(() -> watchesSet.remove(path), () -> {}, () -> {});
        }
    }

    void changed(Hint hint, boolean listToo) {
        if (!connected || world.lostHints > 0 && world.chance(world.lostHints)) {
            return;
        }
        if (world.now() < lagsUntil || isBehind()) {
            if (!isBehind()) {
                serverKnows = world.tree.number() - 1;
            }
            Change change = new Change(world.tree.number(), hint, listToo);
            behind.add(change);
            world.after(lag, () -> deliverUntil(change));
        } else if (isSeen(hint.path(), listToo)) {
            deliver(hint);
        }
    }

    private boolean isSeen(String path, boolean listToo) {
        if (watchesSet.containsKey(path)) {
            return true;
        }
        String parent = path.substring(0, Math.max(1, path.lastIndexOf('/')));
        if (listToo && watchesSet.get(parent) == Watch.Scope.NODE) {
            return true;
        }
        for (Map.Entry<String, Watch.Scope> watch : watchesSet.entrySet()) {
            if (watch.getValue() == Watch.Scope.SUBTREE && path.startsWith(watch.getKey() + "/")) {
                return true;
            }
        }
        return false;
    }

    private void deliver(Hint hint) {
        if (world.followersLag && world.chance(0.1)) {
            // Behind others that were sent later.
            int over = connection;
            world.after(1 + world.random.nextLong(300), () -> receive(over, () -> process.machine.hint(hint)));
        } else {
            deliver(connection, () -> process.machine.hint(hint));
        }
    }

    private boolean isBehind() {
        return !behind.isEmpty();
    }

    private void deliverUntil(Change change) {
        while (behind.contains(change)) {
            Change next = behind.poll();
            serverKnows = next.number;
            // Also when the watch was set after the change: the server had not received it by then.
            if (connected && isSeen(next.hint.path(), next.listToo)) {
                deliver(next.hint);
            }
        }
    }

    /** The server knows what it has done itself, and all that was done before. */
    private void catchUp() {
        if (isBehind()) {
            deliverUntil(behind.peekLast());
        }
    }

    /** The server that the process is connected to receives every change so much later, for a while. */
    void lag(long delay, long duration) {
        if (connected) {
            world.log("%s   its server is %d ms behind for %d ms", process.name, delay, duration);
            lag = delay;
            lagsUntil = world.now() + duration;
        }
    }

    long connectedFor() {
        return connected ? world.now() - connectedSince : 0;
    }

    /** The process's share of the lease that is certain to be left. */
    long leaseLeft() {
        return Math.max(0, lastAnsweredSend + TIMEOUT - world.now());
    }

    /** Pings go on while connected. */
    void heartbeat() {
        if (connected && alive && !process.isPaused()) {
            lastAnsweredSend = Math.max(lastAnsweredSend, world.now() - 5);
        }
    }

    // ---- what happens to it ----

    /** The connection breaks and comes back after a while, if the registry still knows the session by then. */
    void cut(long downFor) {
        cut(downFor, underWay.isEmpty() ? 0 : world.random.nextInt(underWay.size() + 1), downFor);
    }

    /** The connection breaks when this has been sent, and the registry receives it while the session lives, or never. */
    void cutAfterSending(String what, boolean landed, long downFor) {
        cutAfter = what;
        cutThen = () -> cut(downFor, landed ? underWay.size() : 0, Math.min(downFor, TIMEOUT / 2));
    }

    private void cut(long downFor, int landing, long landingWithin) {
        if (!connected || overForClient) {
            return;
        }
        connected = false;
        connection++;
        behind.clear();
        lagsUntil = 0;
        long brokenAt = world.now();
        List<Request> lost = new ArrayList<>(underWay);
        underWay.clear();
        // A prefix of what was under way arrives, at once or late, but before the session is connected again.
        long back = brokenAt + downFor;
        for (int i = 0; i < landing; i++) {
            Request request = lost.get(i);
            long when = brokenAt + (world.chance(0.5) ? 0 : world.random.nextLong(Math.max(1, landingWithin)));
            lastArrival = Math.max(lastArrival, when);
            world.at(Math.min(lastArrival, back), request::arrive);
        }
        world.log(
                "%s   connection lost (%d under way, %d land), back in %d ms",
                process.name, lost.size(), landing, downFor);
        process.receive(() -> {
            process.machine.suspended();
            lost.forEach(request -> request.unknown.run());
        });
        long leaseEnding = lastAnsweredSend + TIMEOUT * 5 / 6;
        int broken = connection;
        world.at(leaseEnding, () -> {
            if (broken == connection && !connected && !overForClient) {
                process.receive(process::leaseEnding);
            }
        });
        long expiry = Math.max(lastAnsweredSend + TIMEOUT, brokenAt + TIMEOUT / 2) + world.random.nextLong(TIMEOUT / 2);
        world.at(expiry, () -> {
            if (broken == connection && !connected) {
                endAtRegistry();
            }
        });
        world.at(back, () -> reconnect(broken));
    }

    private void reconnect(int broken) {
        if (broken != connection || connected || overForClient) {
            return;
        }
        if (process.isPaused()) {
            world.after(50, () -> reconnect(broken));
            return;
        }
        connection++;
        if (alive) {
            connected = true;
            connectedSince = world.now();
            lastAnsweredSend = world.now();
            watchesSet.clear();
            watchesSet.putAll(watches);
            if (world.followersLag && world.chance(0.3)) {
                connectToLaggingServer();
            }
            process.receive(() -> process.machine.resumed());
            // An instance that is notified of the reconnect must not wait for hints.
            if (world.chance(0.5)) {
                for (String path : new ArrayList<>(watches.keySet())) {
                    deliver(connection, () -> process.machine.hint(new Hint(path, true)));
                }
            }
        } else {
            overForClient = true;
            process.receive(process::sessionIsLost);
        }
    }

    /** The registry ends the session; the process learns it when it talks to it next. */
    void endAtRegistry() {
        if (alive) {
            alive = false;
            world.log("%s   session %x ended by the registry", process.name, id);
            world.tree.end(id);
        }
    }

    /** The registry ends the session although all is well: nothing warns the process, so nothing is promised for its runs. */
    void expire() {
        process.executions.forEach(each -> each.tainted = true);
        endAtRegistry();
        cut(1 + world.random.nextLong(50));
    }

    /** The process ends it. */
    void close() {
        overForClient = true;
        connection++;
        connected = false;
        endAtRegistry();
    }

    /** The process is gone, and the registry is not notified. */
    void abandon() {
        connection++;
        connected = false;
        overForClient = true;
        List<Request> lost = new ArrayList<>(underWay);
        underWay.clear();
        int landing = lost.isEmpty() ? 0 : world.random.nextInt(lost.size() + 1);
        for (int i = 0; i < landing; i++) {
            lost.get(i).arrive();
        }
        world.after(TIMEOUT / 2 + world.random.nextLong(TIMEOUT), this::endAtRegistry);
    }

    static String brief(Transaction transaction) {
        StringBuilder text = new StringBuilder();
        for (Transaction.Op op : transaction.ops()) {
            text.append(text.length() == 0 ? "" : ", ")
                    .append(Transaction.describe(op).replace("/job/", ""));
        }
        return "[" + text + "]";
    }

    private static String brief(CommitResult result) {
        if (result instanceof CommitResult.Committed committed) {
            return "committed " + committed.number();
        }
        if (result instanceof CommitResult.Conflict conflict) {
            return "CONFLICT " + conflict.reason() + " at " + Transaction.describe(conflict.op());
        }
        return result.toString();
    }
}
