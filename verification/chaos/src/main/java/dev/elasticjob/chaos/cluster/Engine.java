package dev.elasticjob.chaos.cluster;

import dev.elasticjob.chaos.worker.TriedWorker;
import dev.elasticjob.foreign.ForeignTriedWorker;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Engine that runs the jobs. */
public enum Engine {
    OURS("this one", TriedWorker.class) {
        @Override
        String classPath() {
            return System.getProperty("java.class.path");
        }
    },
    PEER("ElasticJob 3.0.4", ForeignTriedWorker.class) {
        @Override
        String classPath() {
            try (InputStream libraries = main().getResourceAsStream("/foreign-elasticjob.classpath")) {
                Path own = Path.of(main().getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
                return own + File.pathSeparator + new String(libraries.readAllBytes(), StandardCharsets.UTF_8).strip();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private final String title;
    private final Class<?> main;

    Engine(String title, Class<?> main) {
        this.title = title;
        this.main = main;
    }

    public String title() {
        return title;
    }

    Class<?> main() {
        return main;
    }

    abstract String classPath();
}
