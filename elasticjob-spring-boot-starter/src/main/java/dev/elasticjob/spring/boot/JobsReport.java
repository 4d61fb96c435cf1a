package dev.elasticjob.spring.boot;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.cron.CronExpression;
import dev.elasticjob.cron.TimeZones;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.scheduler.LocalView;
import dev.elasticjob.scheduler.Scheduler;
import dev.elasticjob.scheduler.SessionView;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.beans.factory.ListableBeanFactory;

/** State of the registries and jobs of this process. */
public class JobsReport {

    /** Registry center: its description, its sessions, and its jobs. */
    public record Registry(String description, List<Session> sessions, List<Job> jobs) {

        /** Returns whether the registry responds; false without jobs, because there is no session then. */
        public boolean isConnected() {
            return !sessions.isEmpty() && sessions.stream().allMatch(Session::connected);
        }
    }

    /** Session; {@code id} is 0 if there is none. */
    public record Session(String id, boolean connected, long timeoutMilliseconds, long leaseLeftMilliseconds) {}

    /**
     * Job in the view of this process.
     *
     * @param nextInstant next fire time; empty for a one-off job
     * @param items items that this process owns
     * @param running items whose code is running in this process
     */
    public record Job(
            String name,
            String instanceId,
            String cron,
            String timeZone,
            String nextInstant,
            int shardingTotalCount,
            SortedSet<Integer> items,
            SortedSet<Integer> running) {}

    private final ListableBeanFactory beans;

    public JobsReport(ListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Returns the registries by bean name. */
    public Map<String, Registry> registries() {
        Map<String, Registry> result = new TreeMap<>();
        beans.getBeansOfType(CoordinatorRegistryCenter.class).forEach((name, center) -> result.put(name, look(center)));
        return result;
    }

    /** Returns the number of lost events that should have been recorded in the history. */
    long droppedEvents() {
        return beans.getBeansOfType(CoordinatorRegistryCenter.class).values().stream()
                .flatMap(center -> Scheduler.on(center).tracingMetrics().stream())
                .mapToLong(each -> each.dropped())
                .sum();
    }

    private static Registry look(CoordinatorRegistryCenter center) {
        Scheduler scheduler = Scheduler.on(center);
        List<Job> jobs = new ArrayList<>();
        for (String name : scheduler.jobNames()) {
            scheduler.localView(name).ifPresent(view -> jobs.add(job(name, view)));
        }
        return new Registry(
                center.describe(),
                scheduler.sessions().stream().map(JobsReport::session).toList(),
                jobs);
    }

    private static Session session(SessionView view) {
        return new Session(
                "0x" + Long.toHexString(view.id()),
                view.connected(),
                view.timeout().toMillis(),
                view.leaseLeft().toMillis());
    }

    private static Job job(String name, LocalView view) {
        JobConfiguration config = view.configuration();
        return new Job(
                name,
                view.instanceId(),
                config.getCron(),
                config.getTimeZone(),
                nextInstant(config),
                config.getShardingTotalCount(),
                new TreeSet<>(view.items()),
                new TreeSet<>(view.running()));
    }

    private static String nextInstant(JobConfiguration config) {
        if (config.getCron().isEmpty()) {
            return "";
        }
        ZoneId zone = config.getTimeZone().isEmpty() ? ZoneId.systemDefault() : TimeZones.parse(config.getTimeZone());
        return CronExpression.parse(config.getCron())
                .next(Instant.now(), zone)
                .map(Object::toString)
                .orElse("");
    }
}
