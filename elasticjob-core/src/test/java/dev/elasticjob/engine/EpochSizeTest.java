package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.view.Epoch;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The largest number of items that a configuration may have fits into the nodes that hold them. */
class EpochSizeTest {

    private static final int MOST_BYTES = 1_000_000;

    /** Bytes that a message has for each name besides the name itself. */
    private static final int LENGTH_FIELD = 4;

    @Test
    void an_epoch_of_the_largest_job_on_a_thousand_instances_fits_into_one_transaction() {
        List<String> members = IntStream.range(0, 1_000)
                .mapToObj(i -> "192.168.100.200@-@1234567-0123456789" + i)
                .toList();
        int[] owners = IntStream.range(0, JobConfiguration.MOST_ITEMS)
                .map(item -> item % members.size())
                .toArray();
        Epoch epoch = new Epoch(
                Long.MAX_VALUE,
                true,
                "f".repeat(64),
                members,
                owners,
                "0/5 * * * * ?",
                "Asia/Shanghai",
                true,
                Instant.EPOCH,
                false,
                "nonce");

        String text = epoch.encode();
        assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MOST_BYTES);
        assertThat(Epoch.decode(text)).contains(epoch);
    }

    @Test
    void the_names_of_all_items_fit_into_one_message() {
        int bytes = IntStream.range(0, JobConfiguration.MOST_ITEMS)
                .map(item -> String.valueOf(item).length() + LENGTH_FIELD)
                .sum();
        assertThat(bytes).isLessThan(MOST_BYTES);
    }
}
