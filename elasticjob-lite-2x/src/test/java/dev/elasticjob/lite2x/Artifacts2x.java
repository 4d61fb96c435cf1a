package dev.elasticjob.lite2x;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The artifacts of Elastic-Job-Lite 2.1.5, none of which is on the class path of the tests. */
final class Artifacts2x {

    private Artifacts2x() {}

    static String classPath() throws IOException {
        try (InputStream text = Artifacts2x.class.getResourceAsStream("/foreign-elasticjob-2x.classpath")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    static List<Path> jars() throws IOException {
        return Arrays.stream(classPath().split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    /** Returns the jar of an artifact. */
    static Path jar(String artifact) throws IOException {
        return jars().stream()
                .filter(each -> each.getFileName().toString().startsWith(artifact + "-2"))
                .findFirst()
                .orElseThrow();
    }

    /** Returns a class loader that contains these artifacts and nothing of the adapter. */
    static URLClassLoader classLoader() throws IOException {
        URL[] urls = jars().stream().map(Artifacts2x::url).toArray(URL[]::new);
        return new URLClassLoader("2.1.5", urls, new SpringOnly());
    }

    /** Provides the Spring of the application, as 2.1.5 requires. */
    private static final class SpringOnly extends ClassLoader {

        SpringOnly() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("org.springframework.")) {
                return Artifacts2x.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
