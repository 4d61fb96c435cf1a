package dev.elasticjob.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import org.junit.jupiter.api.Test;

class LocalSecretsTest {

    private static final JobConfiguration IN_CODE = JobConfiguration.newBuilder("mail", 1)
            .setProperty("email.host", "mail.example.org")
            .setProperty("email.password", "abc123")
            .setProperty("http.uri", "https://me:abc123@example.org/")
            .build();

    @Test
    void what_is_written_has_no_secrets() {
        assertThat(LocalSecrets.namesIn(IN_CODE.getProps())).containsExactly("email.password", "http.uri");
        assertThat(JobConfigurationCodec.encode(LocalSecrets.without(IN_CODE)))
                .contains("email.host: mail.example.org")
                .doesNotContain("abc123")
                .doesNotContain("email.password");
        assertThat(IN_CODE.getProps()).hasSize(3);
    }

    @Test
    void what_is_read_goes_with_the_secrets_of_this_process() {
        JobConfiguration read = LocalSecrets.with(LocalSecrets.without(IN_CODE), IN_CODE.getProps());

        assertThat(read.getProps()).isEqualTo(IN_CODE.getProps());
    }

    @Test
    void what_stands_in_the_registry_counts() {
        JobConfiguration stored = JobConfiguration.newBuilder("mail", 1)
                .setProperty("email.host", "other.example.org")
                .setProperty("email.password", "other")
                .build();

        assertThat(LocalSecrets.with(stored, IN_CODE.getProps()).getProps())
                .containsEntry("email.host", "other.example.org")
                .containsEntry("email.password", "other")
                .containsEntry("http.uri", "https://me:abc123@example.org/");
    }
}
