package dev.elasticjob.examples.demo;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The console as a child process, with the registry and history of the demo, and the account that it creates at its
 * first start.
 */
final class ConsoleProcess implements AutoCloseable {

    private static final String NAME = "console";
    private static final Pattern PORT = Pattern.compile("started on port (\\d+)");
    private static final Pattern ACCOUNT = Pattern.compile("^ {4}name +(\\S+)$");
    private static final Pattern PASSWORD = Pattern.compile("^ {4}password +(\\S+)$");
    private static final int ANY_PORT = 0;
    private static final int LAST_LINES = 15;

    private final Path jar;
    private final Path directory;
    /** Separate from the settings directory: settings on the class path would override those of the console itself. */
    private final Path classes;

    private final Listener listener;
    private final Deque<String> last = new ArrayDeque<>();
    private Child child;
    private boolean closed;
    private boolean up;
    private String port = "";
    private String account = "";

    /** Receives events on threads of the process. */
    interface Listener {
        void up(Login login);

        void said(String line);

        void failed(String why);
    }

    /** Address and login of the console. */
    record Login(String address, String name, String password) {}

    /** @param directory private directory for the console's files */
    ConsoleProcess(Path jar, Path directory, Listener listener) {
        this.jar = jar;
        this.directory = directory;
        classes = directory.resolve("classes");
        this.listener = listener;
    }

    /** @param wanted preferred port; any free port is used when it is taken */
    synchronized void start(int wanted, Place place, String databasePassword) {
        boolean free = isFree(wanted);
        if (!free) {
            listener.said("port " + wanted + " is taken; the console gets another one");
        }
        int chosen = free ? wanted : ANY_PORT;
        try {
            Files.createDirectories(directory);
            writeClasses();
            writeSettings(chosen, place, databasePassword);
        } catch (IOException e) {
            throw new UncheckedIOException("The console's files cannot be written: " + e.getMessage(), e);
        }
        Child.Command command = new Child.Command(
                "256m",
                directory.toString(),
                classes + File.pathSeparator + jar,
                ConsoleMain.class,
                List.of(jar.toString(), "--spring.config.additional-location=file:" + directory + "/"),
                Map.of());
        child = Child.start(NAME, command, this::read);
        child.onExit(() -> ended(chosen, place, databasePassword));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    /**
     * Copies the only demo classes that the console may load. With the full class path of the demo, the console would
     * find the demo's plug-ins, but not their dependencies.
     */
    private void writeClasses() throws IOException {
        for (Class<?> each : List.of(ConsoleMain.class, ParentWatch.class)) {
            copy(each.getName().replace('.', '/') + ".class");
        }
        copy("logback.xml");
    }

    private void copy(String name) throws IOException {
        Path file = classes.resolve(name);
        Files.createDirectories(file.getParent());
        try (InputStream content = ConsoleProcess.class.getClassLoader().getResourceAsStream(name)) {
            Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void writeSettings(int chosen, Place place, String databasePassword) throws IOException {
        Properties settings = new Properties();
        settings.setProperty("server.port", String.valueOf(chosen));
        settings.setProperty("console.data-directory", directory.resolve("data").toString());
        settings.setProperty("console.registries.demo.servers", place.zookeeper());
        settings.setProperty("console.registries.demo.namespace", Place.NAMESPACE);
        settings.setProperty("console.data-sources.history.url", place.database());
        settings.setProperty("console.data-sources.history.username", Database.USER);
        settings.setProperty("console.data-sources.history.password", databasePassword);
        // Makes the log contain the port.
        settings.setProperty("logging.level.org.springframework.boot.tomcat", "info");
        try (Writer file = Files.newBufferedWriter(directory.resolve("application.properties"))) {
            settings.store(file, null);
        }
    }

    private synchronized void read(String line) {
        Matcher portLine = PORT.matcher(line);
        Matcher accountLine = ACCOUNT.matcher(line);
        Matcher passwordLine = PASSWORD.matcher(line);
        if (portLine.find()) {
            port = portLine.group(1);
        } else if (accountLine.find()) {
            account = accountLine.group(1);
        } else if (passwordLine.find()) {
            up = true;
            listener.up(new Login("http://127.0.0.1:" + port, account, passwordLine.group(1)));
        } else if (line.startsWith("WARN ") || line.startsWith("ERROR ")) {
            listener.said("console: " + line);
        }
        last.addLast(line);
        if (last.size() > LAST_LINES) {
            last.removeFirst();
        }
    }

    private synchronized void ended(int chosen, Place place, String databasePassword) {
        if (closed) {
            return;
        }
        if (!up && chosen != ANY_PORT && !isFree(chosen)) {
            // Another process took the port first.
            start(chosen, place, databasePassword);
            return;
        }
        listener.failed("the console has ended" + (up ? "" : ":\n" + String.join("\n", last)));
    }

    /** Kills the process. It has nothing to save because the demo owns all of its data. */
    @Override
    public void close() {
        Child running;
        synchronized (this) {
            closed = true;
            running = child;
        }
        if (running != null) {
            running.kill();
            try {
                running.awaitEnd(Duration.ofSeconds(2));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
