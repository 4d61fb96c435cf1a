package dev.elasticjob.engine.context;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.engine.view.Schedule;
import dev.elasticjob.spi.JobInstance;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;

/**
 * One job on one instance at the present moment: what the rules read, and the means by which they act. Each part of the
 * state has one owner: what is known of the registry ({@link JobView}), the runs of this instance ({@link LocalRuns}), the
 * commits under way ({@link CommitSlots}), the clocks ({@link Clocks}), watches and wake-ups ({@link Needs}).
 */
public final class JobContext {

    private final String jobClassName;
    private final Effects effects;
    private final Runnable changed;
    private final EngineSettings settings;
    private final JobTree tree;
    private final JobView view;
    private final Reports reports;
    private final ConfigInForce config;
    private final Session session = new Session();
    private final Clocks clocks;
    private final Reads reads;
    private final CommitSlots commits;
    private final Needs needs;
    private final LocalRuns runs;
    private Phase phase = Phase.APART;
    private JobInstance instance;
    private boolean everJoined;
    private Schedule schedule = Schedule.of("", "");

    /** @param changed called when an answer of the registry has changed the view */
    public JobContext(
            JobConfiguration configInCode,
            String jobClassName,
            ConfigText configText,
            EngineSettings settings,
            Effects effects,
            Runnable changed) {
        String name = configInCode.getJobName();
        this.jobClassName = jobClassName;
        this.effects = effects;
        this.changed = changed;
        this.settings = settings;
        tree = new JobTree(name);
        view = new JobView(tree);
        reports = new Reports(name, effects);
        config = new ConfigInForce(configInCode, tree, configText, effects, reports);
        clocks = new Clocks(name, effects, config, reports);
        reads = new Reads(effects, view, session, reports, changed);
        commits = new CommitSlots(effects, view, session, clocks, reports, reads, this::memberNode, changed);
        needs = new Needs(effects, view);
        runs = new LocalRuns(effects);
    }

    // ---- the owners of state ----

    public JobTree tree() {
        return tree;
    }

    public JobView view() {
        return view;
    }

    public Effects effects() {
        return effects;
    }

    public EngineSettings settings() {
        return settings;
    }

    public Reports reports() {
        return reports;
    }

    public ConfigInForce configInForce() {
        return config;
    }

    public Session session() {
        return session;
    }

    public Clocks clocks() {
        return clocks;
    }

    public Reads reads() {
        return reads;
    }

    public CommitSlots commits() {
        return commits;
    }

    public Needs needs() {
        return needs;
    }

    public LocalRuns runs() {
        return runs;
    }

    // ---- membership ----

    public Phase phase() {
        return phase;
    }

    public void phase(Phase next) {
        phase = next;
    }

    public boolean isMember() {
        return phase == Phase.JOINED;
    }

    /** Takes the identity of this instance, which is new at every join. */
    public void instance(JobInstance joined) {
        instance = joined;
    }

    public Optional<JobInstance> instance() {
        return Optional.ofNullable(instance);
    }

    /** Returns the id of this instance; it has joined. */
    public String id() {
        return instance.jobInstanceId();
    }

    /** Returns the address of this instance's server; it has joined. */
    public String serverIp() {
        return instance.serverIp();
    }

    private Optional<String> memberNode() {
        return isMember() ? Optional.of(tree.instance(id())) : Optional.empty();
    }

    public boolean hasEverJoined() {
        return everJoined;
    }

    public void joinedOnce() {
        everJoined = true;
    }

    /** The job ends on this instance. */
    public void end(Leave why) {
        phase = Phase.ENDED;
        needs.watchesAreGone();
        effects.left(why);
    }

    /** An answer that a rule received itself has changed what it decides: the job reconciles again. */
    public void changed() {
        changed.run();
    }

    // ---- short forms ----

    public String jobName() {
        return config.inCode().getJobName();
    }

    public String jobClassName() {
        return jobClassName;
    }

    /** Returns the configuration in force. */
    public JobConfiguration config() {
        return config.get();
    }

    /** Returns the version of the epoch's node, which exists. */
    public int epochVersion() {
        return view.epochNode().orElseThrow().version();
    }

    /** Returns the items that this instance owns; it has joined. */
    public SortedSet<Integer> ownedItems() {
        return view.ownedBy(id());
    }

    /** Returns whether this instance's server is enabled; it has joined. */
    public boolean isServerEnabled() {
        return view.isServerEnabled(serverIp());
    }

    /** Returns whether the item is marked as running by this session. */
    public boolean isMarkedHere(int item) {
        return view.running(item).filter(node -> node.owner() == session.id()).isPresent();
    }

    /** Returns the schedule of the epoch. */
    public Optional<Schedule> schedule() {
        return view.epoch().map(this::scheduleOf);
    }

    private Schedule scheduleOf(Epoch epoch) {
        if (!schedule.is(epoch.cron(), epoch.timeZone())) {
            schedule = Schedule.of(epoch.cron(), epoch.timeZone());
        }
        return schedule;
    }

    /** Reconciles again when the clock that decides about fires shows this time. */
    public void wakeAtTime(Instant at) {
        needs.wakeAt(at, clocks.now());
    }
}
