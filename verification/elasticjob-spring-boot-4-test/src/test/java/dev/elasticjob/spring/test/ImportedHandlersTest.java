package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.xxl.job.core.context.XxlJobContext;
import com.xxl.job.core.executor.XxlJobExecutor;
import com.xxl.job.core.handler.IJobHandler;
import com.xxl.job.core.handler.annotation.XxlJob;
import dev.elasticjob.childprocess.ChildProcess;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;

/**
 * Runs handlers in the executor of XXL-JOB itself, imports their jobs with the command, and runs the imported jobs: the
 * settings and the classes that the command has written, in Spring Boot, on ZooKeeper.
 */
class ImportedHandlersTest extends ZookeeperTest {

    @TempDir
    Path directory;

    /** Registers handlers by the rules of XXL-JOB. */
    private static final class Executor extends XxlJobExecutor {

        void register(Object bean) {
            for (Method each : bean.getClass().getDeclaredMethods()) {
                XxlJob handler = each.getAnnotation(XxlJob.class);
                if (handler != null) {
                    registJobHandler(handler, bean, each);
                }
            }
        }
    }

    private Path sources() {
        return directory.resolve("src/main/java/com/acme");
    }

    private void writeHandlers() throws Exception {
        Files.createDirectories(sources());
        Files.writeString(sources().resolve("App.java"), """
                package com.acme;

                @org.springframework.boot.autoconfigure.SpringBootApplication
                public class App {}
                """);
        Files.writeString(sources().resolve("Handlers.java"), """
                package com.acme;

                import com.xxl.job.core.handler.annotation.XxlJob;
                import java.util.Queue;
                import java.util.concurrent.ConcurrentLinkedQueue;
                import org.springframework.stereotype.Component;

                @Component
                public class Handlers {

                    public static final Queue<String> RAN = new ConcurrentLinkedQueue<>();

                    @XxlJob("report")
                    public void report() {
                        RAN.add("report");
                    }

                    @XxlJob(value = "clean-up", init = "prepare")
                    void cleanUp() throws Exception {
                        RAN.add("clean-up");
                        throw new IllegalStateException("on purpose");
                    }

                    @XxlJob("broadcast")
                    public void broadcast() {
                        RAN.add("broadcast");
                    }

                    public void prepare() {}
                }
                """);
    }

    private void compile(Path classes) throws Exception {
        Files.createDirectories(classes);
        List<String> arguments =
                new ArrayList<>(List.of("-proc:none", "-parameters", "-d", classes.toString(), "-cp", classPath()));
        try (Stream<Path> files = Files.walk(directory)) {
            files.map(Path::toString).filter(each -> each.endsWith(".java")).forEach(arguments::add);
        }
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int result = ToolProvider.getSystemJavaCompiler().run(null, errors, errors, arguments.toArray(String[]::new));
        assertThat(result).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static Collection<?> ran(ClassLoader loader) throws Exception {
        return (Collection<?>)
                loader.loadClass("com.acme.Handlers").getField("RAN").get(null);
    }

    /** Runs every handler once in XXL-JOB's executor, the broadcast one in each of two executors. */
    private List<String> runInXxlJob() throws Exception {
        Path classes = directory.resolve("before");
        compile(classes);
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            new Executor()
                    .register(loader.loadClass("com.acme.Handlers")
                            .getConstructor()
                            .newInstance());
            for (String each : List.of("report", "clean-up", "broadcast", "broadcast")) {
                IJobHandler handler = XxlJobExecutor.loadJobHandler(each);
                XxlJobContext.setXxlJobContext(new XxlJobContext(1, "", "", 0, 1));
                try {
                    handler.execute();
                } catch (ReflectiveOperationException failed) {
                    assertThat(each).isEqualTo("clean-up");
                }
            }
            return ran(loader).stream().map(String::valueOf).sorted().toList();
        }
    }

    private String createDatabase() throws SQLException {
        String url = "jdbc:h2:" + directory.resolve("xxl").toAbsolutePath() + ";MODE=MySQL";
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE xxl_job_group (id int PRIMARY KEY, app_name varchar(64), address_list text)");
            statement.execute("CREATE TABLE xxl_job_info (id int PRIMARY KEY, job_group int, job_desc varchar(255),"
                    + " schedule_type varchar(50), schedule_conf varchar(128), executor_route_strategy varchar(50),"
                    + " executor_handler varchar(255), executor_param varchar(512), executor_block_strategy varchar(50),"
                    + " glue_type varchar(50), trigger_status tinyint)");
            statement.execute(
                    "INSERT INTO xxl_job_group VALUES (1, 'acme', 'http://10.0.0.1:9999,http://10.0.0.2:9999')");
            statement.execute("INSERT INTO xxl_job_info VALUES"
                    + " (1, 1, 'a', 'CRON', '0/1 * * * * ?', 'FIRST', 'report', '', 'SERIAL_EXECUTION', 'BEAN', 1),"
                    + " (2, 1, 'b', 'FIX_RATE', '1', 'FAILOVER', 'clean-up', '', 'DISCARD_LATER', 'BEAN', 1),"
                    + " (3, 1, 'c', 'CRON', '0/1 * * * * ? *', 'SHARDING_BROADCAST', 'broadcast', '', '', 'BEAN', 1)");
        }
        return url;
    }

    private void importJobs(String url) throws Exception {
        Path driver = Path.of(org.h2.Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String migrate = Path.of("..", "..", "tools", "migrate").toString();
        try (ChildProcess process = ChildProcess.program(migrate)
                .arguments(directory.toString(), "--from", "xxl-job", "--url", url, "--user", "sa")
                .arguments("--driver", driver.toString())
                .limit(Duration.ofMinutes(2))
                .start()) {
            assertThat(String.join("\n", process.awaitSuccess()))
                    .contains("3 jobs imported", "broadcast to every executor");
        }
    }

    @Test
    void the_handlers_run_as_imported_jobs_as_they_did_in_xxl_job() throws Exception {
        writeHandlers();
        assertThat(runInXxlJob()).containsExactly("broadcast", "broadcast", "clean-up", "report");
        importJobs(createDatabase());
        Path classes = directory.resolve("after");
        compile(classes);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            Set<String> items = new TreeSet<>();

            start(
                    loader.loadClass("com.acme.App"),
                    WebApplicationType.NONE,
                    "spring.config.location="
                            + directory.resolve("elasticjob-jobs.yml").toUri());

            await().until(() -> {
                ran(loader).forEach(each -> items.add(each.toString()));
                return items.containsAll(Set.of("report", "clean-up", "broadcast"));
            });
            assertThat(items).containsExactly("broadcast", "clean-up", "report");
            closeApplications();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
