package dev.elasticjob.migration;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Imports the jobs of another scheduler from its database. Prints the difference of every file that it writes, or would
 * write, and the remaining work.
 *
 * @param source {@code quartz} or {@code xxl-job}
 * @param root directory with the application's sources
 * @param output file for the settings of the jobs
 */
record Import(
        String source,
        Path root,
        Path output,
        String timeZone,
        String tablePrefix,
        String schedulerName,
        boolean isDryRun,
        PrintStream out) {

    /** @param drivers jars with the JDBC driver; when empty, the driver is looked up on the class path */
    static Connection connect(String url, String user, String password, List<Path> drivers)
            throws SQLException, IOException {
        Properties credentials = new Properties();
        if (!user.isEmpty()) {
            credentials.setProperty("user", user);
            credentials.setProperty("password", password);
        }
        if (drivers.isEmpty()) {
            return DriverManager.getConnection(url, credentials);
        }
        List<URL> jars = new ArrayList<>();
        for (Path each : drivers) {
            jars.add(each.toUri().toURL());
        }
        // Not closed: the driver loads classes as long as the connection is used, and the process ends after the
        // import.
        URLClassLoader loader = new URLClassLoader(jars.toArray(URL[]::new), Import.class.getClassLoader());
        for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
            if (driver.acceptsURL(url)) {
                return driver.connect(url, credentials);
            }
        }
        throw new SQLException("No driver in " + drivers + " accepts " + url.replaceAll("[?;].*", ""));
    }

    List<ImportedJob> run(Connection connection) throws SQLException, IOException {
        Map<Path, String> files = new LinkedHashMap<>();
        List<String> steps = new ArrayList<>();
        List<ImportedJob> jobs;
        if (source.equals("quartz")) {
            jobs = new QuartzStore(connection, tablePrefix, schedulerName, timeZone).read();
        } else {
            XxlHandlers handlers = XxlHandlers.in(root);
            jobs = new XxlJobTable(connection, timeZone, handlers.classes()).read();
            files.putAll(handlers.files());
            steps.addAll(handlers.steps());
            if (timeZone.isEmpty()) {
                steps.add(
                        "the cron expressions mean the time zone of XXL-JOB's admin: give it as --time-zone, or run the"
                                + " jobs' processes in it");
            }
        }
        Set<String> names = new HashSet<>();
        for (ImportedJob job : jobs) {
            JobsFile.check(job);
            if (!names.add(job.name())) {
                throw new IOException("Two jobs would have the name '" + job.name()
                        + "': import one scheduler at a time," + " with --scheduler");
            }
            job.steps().forEach(each -> steps.add("job '" + job.name() + "': " + each));
        }
        files.put(output, JobsFile.yaml(source.equals("quartz") ? "Quartz" : "XXL-JOB", jobs));
        write(files);
        tell(jobs.size(), steps);
        return jobs;
    }

    private void write(Map<Path, String> files) throws IOException {
        for (Map.Entry<Path, String> each : files.entrySet()) {
            Path file = each.getKey();
            String before = Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
            out.print(Difference.of(root.toAbsolutePath().relativize(file.toAbsolutePath()), before, each.getValue()));
            if (!isDryRun && !before.equals(each.getValue())) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, each.getValue(), StandardCharsets.UTF_8);
            }
        }
    }

    private void tell(int jobs, List<String> steps) {
        out.println(jobs + (jobs == 1 ? " job " : " jobs ") + (isDryRun ? "would be imported" : "imported"));
        if (!steps.isEmpty()) {
            out.println("\nBy hand:");
            steps.stream().distinct().forEach(each -> out.println("  " + each));
        }
    }
}
