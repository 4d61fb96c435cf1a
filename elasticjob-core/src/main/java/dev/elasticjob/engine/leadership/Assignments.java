package dev.elasticjob.engine.leadership;

import static dev.elasticjob.engine.rule.Rule.EPOCH_HAS_KNOWN_MEMBERS;
import static dev.elasticjob.engine.rule.Rule.STATIC_SHARDING_KEEPS_OWNERS;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.identity.InstanceIdentity;
import dev.elasticjob.spi.JobInstance;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The assignment of items to the eligible members, by the sharding strategy. The fingerprint of the inputs prevents a
 * strategy from being called again without a reason, also one that returns another result each time.
 */
final class Assignments {

    private final JobContext job;
    private long eligibleAsOf = -1;
    private List<JobInstance> eligible = List.of();
    private List<JobInstance> fingerprintOf;
    private String fingerprintFor = "";
    private String fingerprint = "";
    private String askedFingerprint = "";
    private List<String> askedMembers = List.of();
    private int askedTotal;
    private String answeredFingerprint = "";
    private Optional<Map<JobInstance, List<Integer>>> answer = Optional.empty();

    Assignments(JobContext job) {
        this.job = job;
    }

    /** Returns the members that may own items, in a stable order. */
    List<JobInstance> eligible() {
        if (eligibleAsOf != job.view().memberChanges()) {
            eligibleAsOf = job.view().memberChanges();
            eligible = job.view().instances().stream()
                    .map(node -> InstanceIdentity.parse(JobView.name(node)))
                    .flatMap(Optional::stream)
                    .filter(InstanceIdentity::isOurs)
                    .map(InstanceIdentity::toJobInstance)
                    .filter(instance -> job.view().isServerEnabled(instance.serverIp()))
                    .sorted()
                    .toList();
        }
        return eligible;
    }

    private List<String> eligibleIds() {
        return eligible().stream().map(JobInstance::jobInstanceId).toList();
    }

    /** Returns the fingerprint of what the assignment depends on now. */
    String fingerprint() {
        List<JobInstance> instances = eligible();
        String settings = total() + " " + strategyType() + " " + job.config().isStaticSharding() + " ";
        if (instances != fingerprintOf || !settings.equals(fingerprintFor)) {
            fingerprintOf = instances;
            fingerprintFor = settings;
            fingerprint = hash(settings + eligibleIds());
        }
        return fingerprint;
    }

    /**
     * Returns whether the epoch was made from the present inputs. Its members are compared too, because another program may
     * have written them.
     */
    boolean isCurrent(Epoch epoch) {
        return epoch.fingerprint().equals(fingerprint())
                && (!EPOCH_HAS_KNOWN_MEMBERS.holds() || epoch.members().equals(eligibleIds()));
    }

    /** Combines two independent hashes that a JVM computes without loading further classes, because failover waits for it. */
    private static String hash(String inputs) {
        CRC32 sum = new CRC32();
        sum.update(inputs.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue() << 32 | Integer.toUnsignedLong(inputs.hashCode()));
    }

    private int total() {
        return job.config().getShardingTotalCount();
    }

    private String strategyType() {
        String type = job.config().getJobShardingStrategyType();
        return type.isEmpty() ? JobConfiguration.DEFAULT_SHARDING_STRATEGY_TYPE : type;
    }

    /** Returns the owners of all items; empty until the strategy has answered. */
    Optional<int[]> owners(Optional<Epoch> before) {
        List<String> members = eligibleIds();
        if (members.isEmpty()) {
            return Optional.of(Owners.none(total()));
        }
        String inputs = fingerprint();
        if (!answeredFingerprint.equals(inputs) && !askedFingerprint.equals(inputs)) {
            askedFingerprint = inputs;
            askedMembers = members;
            askedTotal = total();
            job.effects().askStrategy(inputs, strategyType(), eligible(), total());
        }
        if (!answeredFingerprint.equals(inputs)) {
            return Optional.empty();
        }
        int[] assigned = answer.map(given -> Owners.from(given, members, total()))
                .orElseGet(() -> Owners.keeping(before, members, total()));
        boolean isStatic = job.config().isStaticSharding() && STATIC_SHARDING_KEEPS_OWNERS.holds();
        return Optional.of(isStatic ? Owners.fixed(before, assigned, members) : assigned);
    }

    /** The strategy has answered, or failed. */
    void answered(String inputs, Optional<Map<JobInstance, List<Integer>>> given, String problem) {
        if (!inputs.equals(askedFingerprint)) {
            return;
        }
        askedFingerprint = "";
        answeredFingerprint = inputs;
        // Validated against the members and the total that the strategy was given; they may have changed since.
        Optional<String> wrong =
                given.isEmpty() ? Optional.of(problem) : Owners.problemOf(given.get(), askedMembers, askedTotal);
        answer = wrong.isEmpty() ? given : Optional.empty();
        if (wrong.isPresent()) {
            job.reports()
                    .report(
                            "strategy",
                            "The sharding strategy '" + strategyType() + "' returned an invalid assignment: "
                                    + wrong.get()
                                    + ". Live owners keep their items, and the others are distributed evenly");
        } else {
            job.reports().clear("strategy");
        }
    }

    /** The epoch contains the assignment. Discards it here: there is a leader for every job, and assignments are large. */
    void discard() {
        answeredFingerprint = "";
        answer = Optional.empty();
        askedMembers = List.of();
    }
}
