package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.process.Worker.Options;
import dev.elasticjob.benchmarks.wire.CountingProxy;
import dev.elasticjob.benchmarks.wire.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Instances of one engine that share jobs. */
final class Team implements AutoCloseable {

    private final Side side;
    private final String servers;
    private final String namespace;
    private final int sessionMillis;
    private final Optional<CountingProxy> proxy;
    private final List<Worker> workers = new ArrayList<>();

    private Team(Setting setting, Side side, int instances, int sessionMillis, Optional<CountingProxy> proxy) {
        this.side = side;
        this.sessionMillis = sessionMillis;
        this.proxy = proxy;
        servers =
                proxy.map(CountingProxy::connectString).orElse(setting.server().connectString());
        namespace = setting.namespace(side);
        for (int i = 0; i < instances; i++) {
            workers.add(another());
        }
    }

    /** Starts instances that connect directly to the server, so that no proxy affects the measured times. */
    static Team direct(Setting setting, Side side, int instances) {
        return direct(setting, side, instances, Setting.SESSION_MILLIS);
    }

    static Team direct(Setting setting, Side side, int instances, int sessionMillis) {
        return new Team(setting, side, instances, sessionMillis, Optional.empty());
    }

    /** Starts instances that connect through a counting proxy. */
    static Team counted(Setting setting, Side side, int instances) {
        return new Team(
                setting,
                side,
                instances,
                Setting.SESSION_MILLIS,
                Optional.of(new CountingProxy(setting.server().port())));
    }

    /** Starts another instance for the same jobs. It is not a member of the team; the caller closes it. */
    Worker another() {
        return Worker.start(side, Worker.Life.SHORT, servers, namespace, sessionMillis);
    }

    Side side() {
        return side;
    }

    String namespace() {
        return namespace;
    }

    int size() {
        return workers.size();
    }

    List<Worker> workers() {
        return workers;
    }

    Worker one() {
        return workers.get(0);
    }

    Duration startJobs(int count, int items, String cron, Options options) {
        Duration sum = Duration.ZERO;
        for (Worker worker : workers) {
            sum = sum.plus(worker.startJobs("job", count, items, cron, options));
        }
        return sum;
    }

    void log(int capacity) {
        workers.forEach(worker -> worker.log(capacity));
    }

    int runs() {
        return workers.stream().mapToInt(Worker::runs).sum();
    }

    List<Worker.Run> logged() {
        return workers.stream().flatMap(worker -> worker.logged().stream()).toList();
    }

    Duration cpu() {
        return workers.stream().map(Worker::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    Traffic traffic() {
        return proxy.orElseThrow().traffic();
    }

    @Override
    public void close() {
        try {
            workers.forEach(Worker::close);
        } finally {
            proxy.ifPresent(CountingProxy::close);
        }
    }
}
