package dev.elasticjob.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The engine and the simulator, compiled from sources that may have a mistake in them, and loaded beside the real ones. So the
 * engine needs no switches for the mistakes.
 */
final class MutatedSimulation {

    private static final String PACKAGE = MutatedSimulation.class.getPackageName();

    private final MethodHandle run;
    private final MethodHandle play;
    private final MethodHandle violation;

    private MutatedSimulation(Map<String, byte[]> classes) throws ReflectiveOperationException {
        ClassLoader loader = new Loader(classes);
        Method method = loader.loadClass(PACKAGE + ".Simulation").getDeclaredMethod("run", long.class);
        method.setAccessible(true);
        run = MethodHandles.lookup().unreflect(method);
        Method script = loader.loadClass(PACKAGE + ".SimScript").getDeclaredMethod("play", String.class, long.class);
        script.setAccessible(true);
        play = MethodHandles.lookup().unreflect(script);
        Method accessor = method.getReturnType().getDeclaredMethod("violation");
        accessor.setAccessible(true);
        violation = MethodHandles.lookup().unreflect(accessor);
    }

    /** The sources of the engine and of the simulator, by file name. */
    static Map<String, String> sources() {
        Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        Map<String, String> sources = new TreeMap<>();
        for (String root : List.of("src/main/java", "src/test/java")) {
            Path folder = module.resolve(root).resolve(PACKAGE.replace('.', '/'));
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    String name = file.getFileName().toString();
                    boolean wanted = root.contains("main") || name.startsWith("Sim") && !name.endsWith("Test.java");
                    if (wanted && name.endsWith(".java")) {
                        sources.put(name, Files.readString(file));
                    }
                }
            } catch (IOException unreadable) {
                throw new UncheckedIOException("The sources of the engine are not in " + folder, unreadable);
            }
        }
        return sources;
    }

    /** The violation that the script ends with. */
    Optional<String> play(SimScript script, long seed) {
        try {
            return ((Optional<?>) play.invoke(script.name(), seed)).map(String.class::cast);
        } catch (Throwable thrown) {
            throw new IllegalStateException("The simulator failed with seed " + seed + " of " + script, thrown);
        }
    }

    /** The violation that the history of this seed ends with. */
    Optional<String> run(long seed) {
        try {
            return ((Optional<?>) violation.invoke(run.invoke(seed))).map(String.class::cast);
        } catch (Throwable thrown) {
            throw new IllegalStateException("The simulator failed with seed " + seed, thrown);
        }
    }

    /** Compiles again and again; what it has read of the class path it keeps. Not for two threads at once. */
    static final class Compiler {

        private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        private final StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);

        MutatedSimulation compile(Map<String, String> sources) throws ReflectiveOperationException {
            List<JavaFileObject> units = new ArrayList<>();
            sources.forEach((name, text) -> units.add(new Source(name, text)));
            Map<String, Compiled> compiled = new HashMap<>();
            JavaFileManager memory = new ForwardingJavaFileManager<>(files) {
                @Override
                public JavaFileObject getJavaFileForOutput(
                        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                    return compiled.computeIfAbsent(name, Compiled::new);
                }
            };
            DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
            boolean good = compiler.getTask(
                            null, memory, problems, List.of("-proc:none", "-nowarn", "-Xlint:none"), null, units)
                    .call();
            if (!good) {
                throw new IllegalStateException("Update the mutant: it does not compile: " + problems.getDiagnostics());
            }
            Map<String, byte[]> classes = new HashMap<>();
            compiled.forEach((name, each) -> classes.put(name, each.bytes.toByteArray()));
            return new MutatedSimulation(classes);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + PACKAGE.replace('.', '/') + "/" + name), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Compiled extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Compiled(String name) {
            super(URI.create("bytes:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    /** Asks its parent only for what it does not have itself. */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(MutatedSimulation.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                byte[] bytes = classes.get(name);
                if (bytes == null) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : defineClass(name, bytes, 0, bytes.length);
            }
        }
    }
}
