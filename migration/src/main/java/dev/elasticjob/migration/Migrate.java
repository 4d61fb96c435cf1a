package dev.elasticjob.migration;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The command. It ends with 0 when it went through all files, with 1 when it could not, with 2 when it was not understood. */
public final class Migrate {

    private static final String USAGE = """
            Renames what ElasticJob 3.0's users have in their sources to what it is called here: imports and other names of
            classes in Java, Kotlin, Groovy, Scala, XML, YAML and properties, files in META-INF/services, and the
            artifacts in poms and Gradle files. It says what it changed and what is left to do by hand.

            tools/migrate DIRECTORY [--dry-run] [--version VERSION]

              --dry-run           changes nothing, and says what would be changed
              --version VERSION   of the artifacts that builds ask for from now on
            """;

    private Migrate() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        List<String> directories = new ArrayList<>();
        boolean isDryRun = false;
        String version = "";
        for (Iterator<String> words = arguments.iterator(); words.hasNext(); ) {
            String word = words.next();
            switch (word) {
                case "--dry-run" -> isDryRun = true;
                case "--version" -> version = words.hasNext() ? words.next() : "";
                default -> directories.add(word);
            }
        }
        if (directories.size() != 1 || directories.get(0).startsWith("-") || version.isEmpty()) {
            err.print(USAGE);
            return 2;
        }
        Path root = Path.of(directories.get(0));
        if (!Files.isDirectory(root)) {
            err.println(root + " is not a directory; give the one that holds the sources");
            return 2;
        }
        try {
            tell(root, new Migration(root, version, isDryRun).run(), isDryRun, out);
            return 0;
        } catch (IOException failed) {
            err.println("Stopped, and what was told so far is done: " + failed + ". Correct it and run it again");
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
