package dev.elasticjob.console.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Persistent data and its protection. */
class StoreTest {

    @TempDir
    private Path path;

    record Thing(String name, int number) {}

    @Test
    void a_list_is_found_again_by_the_next_process() {
        try (DataDirectory directory = DataDirectory.open(path)) {
            new StoredList<>(directory, "things.json", Thing.class).change(list -> {
                list.add(new Thing("北京", 1));
                return list;
            });
        }
        try (DataDirectory directory = DataDirectory.open(path)) {
            assertThat(new StoredList<>(directory, "things.json", Thing.class).all())
                    .containsExactly(new Thing("北京", 1));
        }
    }

    @Test
    void a_change_that_cannot_be_written_is_not_seen_either() throws IOException {
        try (DataDirectory directory = DataDirectory.open(path)) {
            StoredList<Thing> list = new StoredList<>(directory, "things.json", Thing.class);
            Files.createDirectories(path.resolve("things.json/in-the-way"));
            assertThatThrownBy(() -> list.change(old -> List.of(new Thing("lost", 1))))
                    .hasMessageContaining("things.json");
            assertThat(list.all()).isEmpty();
        }
    }

    @Test
    void a_damaged_file_is_reported_and_left_alone() throws IOException {
        Files.writeString(path.resolve("things.json"), "[{");
        try (DataDirectory directory = DataDirectory.open(path)) {
            assertThatThrownBy(() -> new StoredList<>(directory, "things.json", Thing.class))
                    .hasMessageContaining("things.json");
        }
        assertThat(Files.readString(path.resolve("things.json"))).isEqualTo("[{");
    }

    @Test
    void one_process_has_the_directory_at_a_time() {
        try (DataDirectory directory = DataDirectory.open(path)) {
            assertThat(directory.path("x")).isEqualTo(path.resolve("x"));
            assertThatThrownBy(() -> DataDirectory.open(path)).hasMessageContaining("another console");
        }
    }

    @Test
    void a_secret_is_opened_with_its_key_and_for_its_purpose_only() throws IOException {
        String sealed;
        try (DataDirectory directory = DataDirectory.open(path)) {
            Secrets secrets = new Secrets(directory);
            sealed = secrets.seal("registry 'a'", "user:密码");
            assertThat(sealed).doesNotContain("user").isNotEqualTo(secrets.seal("registry 'a'", "user:密码"));
            assertThat(new Secrets(directory).open("registry 'a'", sealed)).isEqualTo("user:密码");
            assertThatThrownBy(() -> secrets.open("registry 'b'", sealed)).hasMessageContaining("registry 'b'");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.resolve("secret.key"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rwx------");
        Files.delete(path.resolve("secret.key"));
        try (DataDirectory directory = DataDirectory.open(path)) {
            Secrets others = new Secrets(directory);
            assertThatThrownBy(() -> others.open("registry 'a'", sealed)).hasMessageContaining("Restore the key");
        }
    }
}
