package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.elasticjob.api.JobConfiguration;
import org.junit.jupiter.api.Test;

class RegistryConfigTextTest {

    private static final String PATH = "/job/config";
    private static final JobConfiguration IN_CODE = JobConfiguration.newBuilder("job", 3)
            .setProperty("email.password", "abc123")
            .build();

    private final RegistryConfigText text = new RegistryConfigText(IN_CODE);

    @Test
    void what_cannot_be_read_is_refused_in_words() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> text.read(PATH, "nonsense"))
                .withMessageContaining(PATH);
    }

    @Test
    void what_cannot_be_read_can_be_overwritten() {
        assertThat(text.rewrite(PATH, "nonsense", IN_CODE)).isEqualTo(text.write(IN_CODE));
    }

    @Test
    void secrets_are_not_written_and_are_there_when_read() {
        String written = text.write(IN_CODE);

        assertThat(written).doesNotContain("abc123");
        assertThat(text.rewrite(PATH, written, IN_CODE)).isEqualTo(written);
        assertThat(text.read(PATH, written).getProps()).containsEntry("email.password", "abc123");
    }
}
