package dev.elasticjob.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Texts in the registry do not forge lines in the log of a worker, and do not control the terminal of its reader. */
class HostileTextTest {

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\u2028\u2029\u202a-\u202e]");

    /** In YAML, between double quotes. */
    private static final String FORGED_LINE = "x\\n2026-01-01 ERROR forged\\e[2J\\u202e";

    private static final String FORGED = "x\n2026-01-01 ERROR forged\u001b[2J\u202e";

    private static String config(String lines) {
        return "cron: 0/1 * * * * ?\njobName: job\nshardingTotalCount: 1\n" + lines;
    }

    private static void require(HostileWorker worker, String... expected) throws InterruptedException {
        for (String each : expected) {
            worker.awaitMessage(each);
        }
        assertThat(worker.messages())
                .noneMatch(message -> CONTROL.matcher(message).find());
    }

    @Test
    void differences_between_code_and_registry() throws InterruptedException {
        try (HostileWorker worker = new HostileWorker()) {
            worker.registry.put("/job", FORGED);
            worker.registry.put(
                    "/job/config",
                    config("jobParameter: \"" + FORGED_LINE + "\"\nlabel: \"" + FORGED_LINE + "\"\nprops:\n  \""
                            + FORGED_LINE + "\": \"" + FORGED_LINE + "\"\n  \"http.host " + FORGED_LINE + "\": \""
                            + FORGED_LINE + "\"\n\"unknown " + FORGED_LINE + "\": 1\n"));
            ScheduleJobBootstrap job = worker.start(HostileWorker.job().setProperty("http.password", "from-the-code"));
            worker.awaitRuns("with texts of another party", 1);
            require(
                    worker,
                    "The registry's configuration differs from the one in the code",
                    "Two classes use this job name",
                    "Configuration in the registry: ",
                    "come from the code and would be sent there");
            job.shutdown();
        }
    }

    @Test
    void a_configuration_that_cannot_be_used() throws InterruptedException {
        try (HostileWorker worker = new HostileWorker()) {
            ScheduleJobBootstrap job = worker.start(HostileWorker.job());
            worker.awaitRuns("before", 1);
            for (String wrong : new String[] {
                "timeZone: \"" + FORGED_LINE + "\"\n",
                "shardingItemParameters: \"" + FORGED_LINE + "\"\n",
                "jobShardingStrategyType: \"" + FORGED_LINE + "\"\n",
                "jobListenerTypes:\n- \"" + FORGED_LINE + "\"\n",
                "failover: \"" + FORGED_LINE + "\"\n",
                "\"" + FORGED_LINE + "\": [\n"
            }) {
                int before = count(worker);
                worker.registry.put("/job/config", config(wrong));
                worker.awaitRuns("with the last good configuration", 1);
                require(worker, "The configuration in the registry cannot be used");
                assertThat(count(worker)).as(wrong).isGreaterThan(before);
            }
            worker.registry.put("/job/leader/election/instance", FORGED);
            require(worker, "was overwritten with '");
            job.shutdown();
        }
    }

    private static int count(HostileWorker worker) {
        return (int) worker.messages().stream()
                .filter(message -> message.contains("The configuration in the registry cannot be used"))
                .count();
    }
}
