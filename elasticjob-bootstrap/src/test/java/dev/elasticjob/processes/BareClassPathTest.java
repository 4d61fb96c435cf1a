package dev.elasticjob.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the output of an application that depends only on elasticjob-bootstrap. */
class BareClassPathTest {

    @Test
    void a_failing_job_is_not_silent_without_a_logging_backend(@TempDir Path directory) throws Exception {
        Path errors = directory.resolve("errors");
        String classPath = Path.of("target", "test-classes").toAbsolutePath()
                + File.pathSeparator
                + Files.readString(Path.of("target", "runtime.classpath"));
        try (ChildProcess program = ChildProcess.java(FailingProgram.class)
                .small("128m")
                .classPath(classPath)
                .errorsTo(errors)
                .limit(Duration.ofSeconds(Journal.LIMIT_SECONDS))
                .start()) {
            program.awaitLines("the result", lines -> lines.contains("false"));
            assertThat(program.awaitExit()).isZero();
        }

        assertThat(Files.readString(errors))
                .containsOnlyOnce("ElasticJob: no logging backend for SLF4J is on the class path")
                .contains("ch.qos.logback:logback-classic")
                .contains("ElasticJob: job 'orders' failed: ")
                .contains("no stock left")
                .contains(FailingProgram.class.getName());
    }
}
