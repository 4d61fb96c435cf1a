package dev.elasticjob.migration;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The command. It exits with 0 when all files were processed, with 1 after a failure, and with 2 for invalid arguments. */
public final class Migrate {

    private static final String USAGE = """
        Renames the names of ElasticJob 3.0 in the sources of an application: imports and other names of classes in Java,
        Kotlin, Groovy, Scala, XML, YAML and properties, files in META-INF/services, and artifacts with their versions in
        poms, Gradle files and version catalogs. Prints the changed files and the remaining manual work.

        tools/migrate DIRECTORY [--dry-run] [--version VERSION]

          --dry-run           changes nothing, and says what would be changed
          --version VERSION   of the artifacts that builds ask for from now on

        With --from it imports the jobs of another scheduler from its database, as settings for Spring Boot. For XXL-JOB it
        also writes a class for each method with @XxlJob below DIRECTORY. It prints the difference and what is left to do.

        tools/migrate DIRECTORY --from quartz|xxl-job --url JDBC-URL [--dry-run] [OPTIONS]

          --user USER               of the database; the password is read from the variable MIGRATE_PASSWORD
          --driver JAR              with the JDBC driver; may be given several times
          --output FILE             the settings; DIRECTORY/elasticjob-jobs.yml unless given
          --time-zone ZONE          of schedules that are stored without one
          --table-prefix PREFIX     of Quartz's tables; QRTZ_ unless given
          --scheduler NAME          whose jobs are imported from Quartz; all unless given
        """;

    private static final Set<String> WITH_A_VALUE = Set.of(
            "--version",
            "--from",
            "--url",
            "--user",
            "--driver",
            "--output",
            "--time-zone",
            "--table-prefix",
            "--scheduler");

    private Migrate() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        List<String> directories = new ArrayList<>();
        boolean isDryRun = false;
        Map<String, List<String>> options = new HashMap<>();
        for (Iterator<String> words = arguments.iterator(); words.hasNext(); ) {
            String word = words.next();
            if (word.equals("--dry-run")) {
                isDryRun = true;
            } else if (WITH_A_VALUE.contains(word) && words.hasNext()) {
                options.computeIfAbsent(word, any -> new ArrayList<>()).add(words.next());
            } else {
                directories.add(word);
            }
        }
        String version = option(options, "--version", "");
        if (directories.size() != 1 || directories.get(0).startsWith("-") || version.isEmpty()) {
            err.print(USAGE);
            return 2;
        }
        Path root = Path.of(directories.get(0));
        if (!Files.isDirectory(root)) {
            err.println(root + " is not a directory; give the one that holds the sources");
            return 2;
        }
        if (options.containsKey("--from")) {
            return importJobs(root, options, isDryRun, out, err);
        }
        try {
            tell(root, new Migration(root, version, isDryRun).run(), isDryRun, out);
            return 0;
        } catch (IOException failed) {
            err.println(
                    "Stopped. The changes reported so far have been made: " + failed + ". Correct it and run it again");
            return 1;
        }
    }

    private static String option(Map<String, List<String>> options, String name, String otherwise) {
        List<String> given = options.get(name);
        return given == null ? otherwise : given.get(given.size() - 1);
    }

    private static int importJobs(
            Path root, Map<String, List<String>> options, boolean isDryRun, PrintStream out, PrintStream err) {
        String source = option(options, "--from", "");
        if (!Set.of("quartz", "xxl-job").contains(source) || !options.containsKey("--url")) {
            err.print(USAGE);
            return 2;
        }
        Import task = new Import(
                source,
                root,
                options.containsKey("--output")
                        ? Path.of(option(options, "--output", ""))
                        : root.resolve("elasticjob-jobs.yml"),
                option(options, "--time-zone", ""),
                option(options, "--table-prefix", "QRTZ_"),
                option(options, "--scheduler", ""),
                isDryRun,
                out);
        try (Connection connection = Import.connect(
                option(options, "--url", ""),
                option(options, "--user", ""),
                System.getenv().getOrDefault("MIGRATE_PASSWORD", ""),
                options.getOrDefault("--driver", List.of()).stream()
                        .map(Path::of)
                        .toList())) {
            task.run(connection);
            return 0;
        } catch (SQLException failed) {
            err.println("The jobs of " + source + " cannot be read: " + failed.getMessage()
                    + ". Check --url, --user, MIGRATE_PASSWORD, --table-prefix, and give the driver's jar as --driver");
            return 1;
        } catch (IOException | IllegalArgumentException failed) {
            err.println("The jobs of " + source + " were not imported: " + failed.getMessage());
            return 1;
        }
    }

    private static void tell(Path root, List<Migration.Change> changes, boolean isDryRun, PrintStream out) {
        long changed = 0;
        for (Migration.Change each : changes) {
            if (each.isChange()) {
                changed++;
                out.println(root.relativize(each.file())
                        + names(each.renamed())
                        + each.movedTo()
                                .map(to -> ", is now " + to.getFileName())
                                .orElse(""));
            }
        }
        out.println(changed + (changed == 1 ? " file " : " files ") + (isDryRun ? "would be changed" : "changed"));
        if (changes.stream().anyMatch(each -> !each.notes().isEmpty())) {
            out.println("\nBy hand:");
            changes.forEach(each ->
                    each.notes().forEach(note -> out.println("  " + root.relativize(each.file()) + ":" + note)));
        }
    }

    private static String names(int renamed) {
        return renamed == 0 ? "" : ": " + renamed + (renamed == 1 ? " name" : " names");
    }
}
