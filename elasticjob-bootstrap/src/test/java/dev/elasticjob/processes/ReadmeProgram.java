package dev.elasticjob.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** First program of the README, compiled and run with only the dependency that the README names. */
final class ReadmeProgram {

    private static final String ADDRESS = "\"localhost:2181\"";

    private final String classPath;

    /**
     * Compiles the program as printed, except for the port, which another server may be using.
     *
     * @param directory directory for sources and classes
     * @param port port that replaces the printed one
     */
    ReadmeProgram(Path directory, int port) throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        assertThat(readme).contains("The dependency is\n`dev.elasticjob:elasticjob-bootstrap`");
        Matcher snippet = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertThat(snippet.find()).isTrue();
        String text = snippet.group(1);
        assertThat(text).containsOnlyOnce(ADDRESS);
        Path source =
                Files.writeString(directory.resolve("Main.java"), text.replace(ADDRESS, "\"localhost:" + port + "\""));
        String dependencies = dependencies();
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", directory.toString(), "-cp", dependencies, source.toString());
        assertThat(result).as("exit code of the compiler").isZero();
        classPath = directory + File.pathSeparator + dependencies;
    }

    /** The runtime class path of this module without its test dependencies; the build writes it to a file. */
    private static String dependencies() throws IOException {
        String dependencies = Files.readString(Path.of("target", "runtime.classpath"));
        assertThat(dependencies).doesNotContain("logback", "snappy", "junit");
        return Path.of("target", "classes").toAbsolutePath() + File.pathSeparator + dependencies;
    }

    ChildProcess start(Path errors) {
        return ChildProcess.java("Main")
                .small("128m")
                .classPath(classPath)
                .errorsTo(errors)
                .limit(Duration.ofSeconds(Journal.LIMIT_SECONDS))
                .start();
    }
}
