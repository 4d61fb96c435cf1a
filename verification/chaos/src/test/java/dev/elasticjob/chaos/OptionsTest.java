package dev.elasticjob.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.chaos.cluster.Engine;
import dev.elasticjob.chaos.fault.Fault;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void without_options_all_faults_are_tried_on_both_kinds_of_registry() {
        Options options = Options.parse();

        assertThat(options.faults()).containsExactly(Fault.values());
        assertThat(options.servers()).containsExactly(1, 3);
        assertThat(options.engine()).isEqualTo(Engine.OURS);
    }

    @Test
    void every_option_is_understood() {
        Options options = Options.parse(
                "--minutes",
                "1.5",
                "--seed",
                "42",
                "--faults",
                "kill,one-way",
                "--peer",
                "--servers",
                "3",
                "--records",
                "x");

        assertThat(options.time()).isEqualTo(Duration.ofSeconds(90));
        assertThat(options.seed()).isEqualTo(42);
        assertThat(options.faults()).containsExactly(Fault.KILL, Fault.ONE_WAY);
        assertThat(options.engine()).isEqualTo(Engine.PEER);
        assertThat(options.servers()).containsExactly(3);
        assertThat(options.records()).isPresent();
    }

    @Test
    void what_is_wrong_is_named() {
        assertThatThrownBy(() -> Options.parse("--faults", "earthquake"))
                .hasMessageContaining("'earthquake'")
                .hasMessageContaining("kill");
        assertThatThrownBy(() -> Options.parse("--minutes", "soon")).hasMessageContaining("'soon'");
        assertThatThrownBy(() -> Options.parse("--seed")).hasMessageContaining("--seed needs a value");
        assertThatThrownBy(() -> Options.parse("--loud")).hasMessageContaining("'--loud'");
    }
}
