package dev.elasticjob.examples.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Private directory with the files of the running demo. */
record DemoDirectory(Path path) implements AutoCloseable {

    static DemoDirectory create() throws IOException {
        return new DemoDirectory(Files.createTempDirectory("elasticjob-demo"));
    }

    /** Writes the script of the script job, which receives the sharding context as JSON in its last argument. */
    Path writeScript() throws IOException {
        return Files.writeString(path.resolve("backup.sh"), """
                case "$1" in
                    *'"shardingParameter":"'*) what=${1#*'"shardingParameter":"'} ;;
                esac
                echo "backup.sh: a copy of the ${what%%'"'*} is made"
                """);
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> below = Files.walk(path)) {
            all = below.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
