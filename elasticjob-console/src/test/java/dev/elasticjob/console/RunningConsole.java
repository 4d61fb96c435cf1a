package dev.elasticjob.console;

import dev.elasticjob.console.security.ConsoleUser;
import dev.elasticjob.console.security.Role;
import dev.elasticjob.console.security.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** A console that listens on a port chosen by the operating system, with an account and a token for each role. */
public final class RunningConsole implements AutoCloseable {

    /** Low cost factor, for tests only. */
    private static final BCryptPasswordEncoder QUICK = new BCryptPasswordEncoder(4);

    private static final ConsoleUser TEST = new ConsoleUser("test", Role.ADMIN, ConsoleUser.Way.PASSWORD, "");

    private final Path directory;
    private final ConfigurableApplicationContext context;
    private final Map<Role, String> tokens = new EnumMap<>(Role.class);

    public RunningConsole(String... settings) {
        try {
            directory = Files.createTempDirectory("console");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--console.data-directory=" + directory,
                "--auth.root_username=root",
                "--auth.root_password=" + hash(password(Role.ADMIN)),
                "--auth.operator_username=operator",
                "--auth.operator_password={bcrypt}" + hash(password(Role.OPERATOR)),
                "--auth.guest_username=guest",
                "--auth.guest_password=" + hash(password(Role.GUEST))));
        arguments.addAll(List.of(settings));
        try {
            SpringApplication application = new SpringApplication(ConsoleApplication.class);
            application.setDefaultProperties(Map.of("springdoc.api-docs.enabled", "false"));
            context = application.run(arguments.toArray(String[]::new));
        } catch (RuntimeException refused) {
            deleteDirectory();
            throw refused;
        }
        for (Role role : Role.values()) {
            tokens.put(
                    role,
                    context.getBean(Tokens.class)
                            .create("test", role, TEST, Optional.empty())
                            .token());
        }
    }

    public static String hash(String password) {
        return QUICK.encode(password);
    }

    public static String password(Role role) {
        return "the-password-of-" + role;
    }

    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    public Path directory() {
        return directory;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public Object bean(String name) {
        return context.getBean(name);
    }

    /** Returns a client with a token of the role. */
    public Client as(Role role) {
        return new Client(port(), tokens.get(role));
    }

    public Client with(String token) {
        return new Client(port(), token);
    }

    /** Returns a client with cookies that is not logged in. */
    public Client browser() {
        return new Client(port(), null);
    }

    @Override
    public void close() {
        context.close();
        deleteDirectory();
    }

    private void deleteDirectory() {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
