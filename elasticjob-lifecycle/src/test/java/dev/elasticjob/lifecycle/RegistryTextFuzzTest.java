package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.elasticjob.lifecycle.api.OperationException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Writes mutated texts to the registry and verifies that the job is still listed and its details can be displayed. Runs for 5
 * s. Set {@code -Dfuzz.seconds=3600} to run longer, and {@code -Dfuzz.seed=…} to repeat a run.
 */
class RegistryTextFuzzTest extends OnZookeeper {

    private static final Duration TIME = Duration.ofSeconds(Long.getLong("fuzz.seconds", 5));
    private static final long SEED = Long.getLong("fuzz.seed", 20_261_118);
    private static final String ID = "10.0.0.1@-@99-0f3k";

    private static final Map<String, String> TEXTS = Map.of(
            "/fuzz/config",
            "cron: 0 0 3 * * ?\ndescription: of fuzz\njobName: fuzz\nshardingTotalCount: 2\ntimeZone: Asia/Shanghai\n"
                    + "shardingItemParameters: 0=a,1=b\nprops:\n  email.password: secret\n",
            "/fuzz/leader/sharding",
            "number 1\nstate open\ntotal 2\nsince 0\nmonitor true\npaused false\ncron 0 0 3 * * ?\n"
                    + "zone Asia/Shanghai\nmembers " + ID + "\nowners 0,0\n",
            "/fuzz/sharding/0",
            "begun 1700000000000\ncompleted 4711\nrun cron-1700000000000\nstate done\nsource NORMAL_TRIGGER\n"
                    + "at 1700000000000\nattempt 1\ntotal 2\nsession 1003f2a1b2c0001\ninstance " + ID
                    + "\nnonce 3f9c-12\n",
            "/fuzz/sharding/0/instance",
            ID,
            "/fuzz/sharding/0/running",
            ID,
            "/fuzz/servers/10.0.0.1",
            "ENABLED",
            "/fuzz/instances/" + ID,
            "jobInstanceId: " + ID + "\nserverIp: 10.0.0.1\n",
            "/fuzz/leader/election/instance",
            ID,
            "/fuzz/trigger/" + ID,
            "run-1 MANUAL_TRIGGER 0\n");

    /** The configuration of a job that was registered by an application of 2.x. */
    private static final String CONFIG_OF_2X =
            "{\"jobName\":\"fuzz\",\"jobClass\":\"com.acme.Job\",\"jobType\":\"SIMPLE\","
                    + "\"cron\":\"0 0 3 * * ?\",\"shardingTotalCount\":2,\"shardingItemParameters\":\"0=a,1=b\","
                    + "\"jobProperties\":{\"email.password\":\"secret\"},\"monitorPort\":-1,\"unknown\":[1,{}]}";

    private static final List<String> FRAGMENTS = List.of(
            "9223372036854775807",
            "-9223372036854775808",
            "2147483648",
            "-1",
            "0",
            "",
            " ",
            "\n",
            "\t",
            "\u0000",
            "\u001b[2J",
            "\ud83d\ude00",
            "!!binary",
            "!!javax.script.ScriptEngineManager",
            "&a [*a]",
            "{",
            "[",
            "? ",
            ": ",
            "- ",
            "99999999999999999999",
            "state started",
            "total 999999999",
            "zone Nowhere/Nothing",
            "cron * * * * * ? 2099",
            "@-@",
            "1e400");

    private final Random random = new Random(SEED);

    private String mutated(String text) {
        StringBuilder result = new StringBuilder(text);
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            int from = random.nextInt(result.length() + 1);
            int to = Math.min(result.length(), from + random.nextInt(12));
            switch (random.nextInt(4)) {
                case 0 -> result.replace(from, to, FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
                case 1 -> result.delete(from, to);
                case 2 -> result.insert(from, (char) random.nextInt(0xd800));
                default -> result.insert(from, result.substring(from, to));
            }
        }
        return result.toString();
    }

    @Test
    void whatever_texts_are_in_the_registry_jobs_are_listed_and_displayed(TestReporter reporter) {
        tree.putAll(TEXTS);
        long end = System.nanoTime() + TIME.toNanos();
        int rounds = 0;
        for (; System.nanoTime() < end; rounds++) {
            Map<String, String> texts = new HashMap<>(TEXTS);
            if (random.nextInt(4) == 0) {
                texts.put("/fuzz/config", CONFIG_OF_2X);
            }
            texts.replaceAll((path, text) -> random.nextInt(3) == 0 ? mutated(text) : text);
            tree.putAll(texts);
            try {
                readAll();
            } catch (OperationException refused) {
                assertThat(refused).hasMessageContaining("fuzz");
            } catch (RuntimeException failed) {
                fail("Seed " + SEED + ", round " + rounds + ": " + texts, failed);
            }
        }
        reporter.publishEntry("rounds with seed " + SEED, String.valueOf(rounds));
        assertThat(rounds).isPositive();
    }

    private void readAll() {
        assertThat(operations.jobs().names()).contains("fuzz");
        assertThat(operations.jobs().overviews()).isNotEmpty();
        operations.jobs().detail("fuzz");
        operations.jobs().overdue();
        operations.jobs().runs("cron-1700000000000");
        operations.serverStatistics().getAllServersBriefInfo();
        operations.jobStatistics().getJobsBriefInfo("10.0.0.1");
        assertThat(operations.jobConfiguration().getConfigurationText("fuzz").masked())
                .doesNotContain("password: secret", "password\": \"secret", "password\":\"secret");
        operations.jobConfiguration().getJobConfiguration("fuzz");
    }
}
