package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The scheduler calls code implemented outside of it: registries, plug-ins, threads. Each of these calls may throw, and
 * a test of the core makes each of them throw. This rule detects types that are missing from that test.
 */
class OutgoingCallsRuleTest {

    /** Types whose methods {@code OutgoingCallsTest} of elasticjob-core makes throw. Add a new type there and here. */
    private static final Set<String> TESTED = Set.of(
            "CoordinatorRegistryCenter",
            "RegistrySession",
            "Watch",
            "ElasticJobListener",
            "AbstractDistributeOnceElasticJobListener",
            "JobErrorHandler",
            "JobExecutorThreadPoolSizeProvider",
            "JobShardingStrategy",
            "TracingListenerFactory",
            "TracingListener");

    /** {@code getType} of extensions is called during their lookup; events and results are values. */
    private static final Set<String> VALUES =
            Set.of("TypedSPI", "JobEvent", "ReadResult", "CommitResult", "Transaction$Op");

    @Test
    void every_type_that_the_scheduler_calls_and_others_implement_is_made_to_throw() {
        Set<String> called = Reactor.ofThisBuild().mainCode().stream()
                .filter(each -> each.getPackageName().equals("dev.elasticjob.scheduler"))
                .flatMap(each -> each.getAccessesFromSelf().stream())
                .map(access -> access.getTargetOwner())
                .filter(OutgoingCallsRuleTest::isImplementedByOthers)
                .map(each -> each.getName().substring(each.getPackageName().length() + 1))
                .filter(name -> !VALUES.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(called).isEqualTo(new TreeSet<>(TESTED));
    }

    private static boolean isImplementedByOthers(JavaClass type) {
        return Set.of(
                                "dev.elasticjob.registry",
                                "dev.elasticjob.spi",
                                "dev.elasticjob.api",
                                "dev.elasticjob.tracing",
                                "dev.elasticjob.executor")
                        .contains(type.getPackageName())
                && (type.isInterface() || type.getModifiers().contains(JavaModifier.ABSTRACT));
    }
}
