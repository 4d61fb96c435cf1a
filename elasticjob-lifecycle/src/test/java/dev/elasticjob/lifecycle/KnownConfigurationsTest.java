package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.lifecycle.KnownConfigurations.Meaning;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Verifies that a parsed configuration is cached only as long as it is valid. */
class KnownConfigurationsTest {

    private static final Instant NOW = Instant.parse("2030-01-01T02:59:59Z");

    private final KnownConfigurations known = new KnownConfigurations();

    private static String daily(String more) {
        return Tree.config("job", 1, "timeZone: UTC\n" + more);
    }

    @Test
    void the_same_text_means_the_same_and_another_text_something_else() {
        Meaning first = known.of("/job/config", daily(""), NOW);

        assertThat(known.of("/job/config", daily(""), NOW)).isSameAs(first);
        assertThat(known.of("/job/config", daily("jobParameter: x\n"), NOW)
                        .configuration()
                        .orElseThrow()
                        .getJobParameter())
                .isEqualTo("x");
        assertThat(known.of("/job/config", "cron: [", NOW).problem().orElseThrow())
                .contains("/job/config");
    }

    @Test
    void the_next_fire_is_recomputed_when_it_has_passed() {
        assertThat(known.of("/job/config", daily(""), NOW).nextFire()).contains(NOW.plusSeconds(1));
        assertThat(known.of("/job/config", daily(""), NOW.plusSeconds(1)).nextFire())
                .contains(NOW.plusSeconds(1).plus(Duration.ofDays(1)));
    }

    @Test
    void cached_configurations_cannot_be_changed() {
        Meaning meaning = known.of("/job/config", daily("props:\n  a: b\n"), NOW);

        assertThatThrownBy(
                        () -> meaning.configuration().orElseThrow().getProps().setProperty("a", "c"))
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void configurations_that_were_not_requested_recently_are_removed() {
        String large = "x".repeat(5_000_000);
        Meaning first = known.of("/job/config", daily("description: 0" + large + "\n"), NOW);
        for (int i = 1; i <= 3; i++) {
            known.of("/job/config", daily("description: " + i + large + "\n"), NOW);
        }
        assertThat(known.of("/job/config", daily("description: 0" + large + "\n"), NOW))
                .isNotSameAs(first);
    }
}
