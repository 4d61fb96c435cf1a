package dev.elasticjob.type.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.JobConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptPolicyTest {

    @TempDir
    private Path temp;

    private Path allowedDirectory;
    private Path report;
    private Path evil;

    @BeforeEach
    void two_programs() throws IOException {
        allowedDirectory = Files.createDirectory(temp.resolve("allowed"));
        report = program(allowedDirectory.resolve("report.sh"));
        evil = program(Files.createDirectory(temp.resolve("elsewhere")).resolve("evil.sh"));
    }

    private static Path program(Path path) throws IOException {
        Files.writeString(path, "#!/bin/sh\n");
        assertThat(path.toFile().setExecutable(true)).isTrue();
        return path;
    }

    private ScriptPolicy allowing(Object list) {
        return new ScriptPolicy("true", Optional.of(list.toString()), allowedDirectory.toString());
    }

    private static List<String> start(ScriptPolicy policy, Object program) {
        return policy.permit("report", List.of(program.toString(), "--daily"));
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(ScriptPolicy policy, Object program) {
        return assertThatThrownBy(() -> start(policy, program))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContaining("Job 'report': script.command.line is '" + program + " --daily'")
                .hasMessageContaining(ScriptPolicy.ALLOWED);
    }

    @Test
    void without_a_list_anything_is_started_as_it_is() {
        ScriptPolicy open = new ScriptPolicy("true", Optional.empty(), "");

        assertThat(start(open, "anything")).containsExactly("anything", "--daily");
    }

    @Test
    void this_worker_is_open_by_default() {
        assertThat(start(ScriptPolicy.ofThisWorker(), "anything")).containsExactly("anything", "--daily");
    }

    @Test
    void a_listed_executable_is_started() {
        assertThat(start(allowing(report), report)).containsExactly(report.toString(), "--daily");
        assertThat(start(allowing("/nowhere/x , " + report), report)).containsExactly(report.toString(), "--daily");
    }

    @Test
    void what_is_in_a_listed_directory_is_started_also_when_found_by_its_name() throws IOException {
        Path below =
                program(Files.createDirectory(allowedDirectory.resolve("below")).resolve("deep.sh"));

        assertThat(start(allowing(allowedDirectory), report).get(0)).isEqualTo(report.toString());
        assertThat(start(allowing(allowedDirectory), below).get(0)).isEqualTo(below.toString());
        assertThat(start(allowing(allowedDirectory), "report.sh").get(0)).isEqualTo(report.toString());
    }

    @Test
    void any_other_program_is_rejected_by_name() {
        assertRefused(allowing(report), evil)
                .hasMessageContaining("this is " + evil)
                .hasMessageContaining("allows only '" + report + "'");
        assertRefused(allowing(allowedDirectory), evil);
    }

    @Test
    void a_directory_with_the_same_beginning_is_another_one() throws IOException {
        Path similar =
                program(Files.createDirectory(temp.resolve("allowed-not")).resolve("report.sh"));

        assertRefused(allowing(allowedDirectory), similar);
    }

    @Test
    void dots_do_not_lead_out_of_a_directory() {
        assertRefused(allowing(allowedDirectory), allowedDirectory + "/../elsewhere/evil.sh");
        assertThat(start(allowing(allowedDirectory), temp + "/elsewhere/../allowed/report.sh"))
                .hasSize(2);
    }

    @Test
    void a_link_in_the_directory_does_not_lead_out_of_it() throws IOException {
        Path link = Files.createSymbolicLink(allowedDirectory.resolve("innocent.sh"), evil);

        assertRefused(allowing(allowedDirectory), link).hasMessageContaining("this is " + evil);
    }

    @Test
    void a_listed_link_stands_for_what_it_points_to() throws IOException {
        Path link = Files.createSymbolicLink(temp.resolve("report.sh"), report);

        assertThat(start(allowing(link), report)).hasSize(2);
        assertThat(start(allowing(report), link)).hasSize(2);
    }

    @Test
    void a_program_that_is_many_is_allowed_under_the_listed_name_only() throws IOException {
        Path ls = Files.createSymbolicLink(temp.resolve("ls"), report);
        Path sh = Files.createSymbolicLink(temp.resolve("sh"), report);

        assertThat(start(allowing(ls), ls)).hasSize(2);
        assertRefused(allowing(ls), sh);
        assertRefused(allowing(ls), report);
    }

    @Test
    void what_does_not_exist_or_is_no_program_is_refused() throws IOException {
        Path text = Files.writeString(allowedDirectory.resolve("notes.txt"), "");

        assertRefused(allowing(allowedDirectory), allowedDirectory.resolve("missing.sh"));
        assertRefused(allowing(allowedDirectory), "missing.sh");
        assertRefused(allowing(allowedDirectory), text);
        assertRefused(allowing(allowedDirectory), allowedDirectory);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", " , "})
    void an_empty_list_allows_nothing(String list) {
        assertRefused(allowing(list), report);
    }

    @Test
    void a_relative_entry_lets_nothing_run() {
        assertThatThrownBy(() -> start(allowing(report + ",bin"), report))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContaining("Job 'report': elasticjob.script.allowed is")
                .hasMessageContaining("'bin' is not an absolute path");
    }

    @Test
    void script_jobs_can_be_switched_off() {
        ScriptPolicy off = new ScriptPolicy(" FALSE ", Optional.empty(), "");

        assertThatThrownBy(() -> start(off, report))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContaining("Job 'report': script.command.line is '" + report + " --daily'")
                .hasMessageContaining("elasticjob.script.enabled=false");
    }

    @Test
    void a_switch_that_cannot_be_understood_is_off() {
        ScriptPolicy misspelt = new ScriptPolicy("flase", Optional.empty(), "");

        assertThatThrownBy(() -> start(misspelt, report))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContaining("elasticjob.script.enabled is 'flase'");
    }

    @Test
    void a_password_on_the_command_line_is_not_repeated() {
        assertThatThrownBy(() -> allowing(report).permit("report", List.of(evil.toString(), "--password", "hunter2")))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageNotContaining("hunter2");
    }
}
