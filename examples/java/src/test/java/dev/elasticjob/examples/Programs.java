package dev.elasticjob.examples;

import dev.elasticjob.childprocess.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Starts the programs of the examples. */
public final class Programs {

    /** Limits the wait of a test that would otherwise never end. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(4);

    private Programs() {}

    /** @param temporary directory for temporary files of the process */
    public static ChildProcess start(Class<?> main, Path temporary, List<String> options, String... args) {
        return ChildProcess.java(main)
                .options("-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temporary)
                .options(options)
                .arguments(args)
                .limit(LONGEST_WAIT)
                .start();
    }
}
