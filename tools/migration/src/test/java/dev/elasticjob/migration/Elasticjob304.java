package dev.elasticjob.migration;

import dev.elasticjob.foreign.ForeignWorker;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The jars of ElasticJob 3.0.4, none of which is on the class path of the tests. */
final class Elasticjob304 {

    private Elasticjob304() {}

    static String classPath() throws IOException {
        try (InputStream text = ForeignWorker.class.getResourceAsStream("/foreign-elasticjob.classpath")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    /** Returns a loader of these jars and of the JDK only. */
    static URLClassLoader loader() throws IOException {
        List<URL> jars = new ArrayList<>();
        for (String each : classPath().split(File.pathSeparator)) {
            jars.add(Path.of(each).toUri().toURL());
        }
        return new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }
}
