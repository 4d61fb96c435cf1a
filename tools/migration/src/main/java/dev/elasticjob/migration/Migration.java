package dev.elasticjob.migration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Rewrites the files below a directory. Bytes that are not part of a name are preserved, whatever the encoding.
 * Directories of builds and version control systems are skipped, and links are not followed.
 */
public final class Migration {

    /**
     * Result for a file.
     *
     * @param renamed number of replaced names
     * @param movedTo new path; empty when the file was not moved
     * @param notes remaining work as {@code line: what}
     */
    public record Change(Path file, int renamed, Optional<Path> movedTo, List<String> notes) {

        public boolean isChange() {
            return renamed > 0 || movedTo.isPresent();
        }
    }

    private static final Set<String> NOT_ENTERED = Set.of("target", "build", "out", "node_modules");

    private static final Pattern TEXT = Pattern.compile(
            ".*\\.(?:java|kt|kts|groovy|scala|gradle|xml|yml|yaml|properties|factories|imports|json|toml)");

    /** Files whose mentions of ElasticJob are listed, but not changed. */
    private static final Pattern LISTED = Pattern.compile(
            "(?i).*\\.(?:sh|bash|bat|cmd|ps1|sql|conf|cfg|env|service|sbt|bnd|mf|ftl|vm|tpl|j2|tf|dockerfile)"
                    + "|(?:.*/)?(?:Dockerfile|Containerfile|Jenkinsfile|Makefile|Procfile)[^/]*");

    private static final Pattern SOURCE = Pattern.compile(".*\\.(?:java|kt|groovy|scala)");

    private static final Pattern SERVICES = Pattern.compile(".*META-INF/services/[^/]+");

    private static final int LARGEST_BYTES = 5_000_000;

    private final Path root;
    private final String version;
    private final boolean isDryRun;

    /** @param version new version of the libraries in the builds */
    public Migration(Path root, String version, boolean isDryRun) {
        this.root = root;
        this.version = version;
        this.isDryRun = isDryRun;
    }

    /**
     * Processes all files and returns those that were changed, or would be changed in a dry run, and those with
     * remaining work.
     */
    public List<Change> run() throws IOException {
        List<Path> files = files();
        Project project = project(files);
        Tools tools = new Tools(new ClassNames(project), new Coordinates(version, project), new Advice(project));
        List<Change> changes = new ArrayList<>();
        for (Path file : files) {
            String before = read(file);
            Change change = migrate(file, before, tools);
            if (change.isChange() || !change.notes().isEmpty()) {
                changes.add(change);
            }
        }
        return changes;
    }

    private List<Path> files() throws IOException {
        Set<Path> found = new TreeSet<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean isEntered = directory.equals(root) || isEntered(root.relativize(directory));
                return isEntered ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && attributes.size() <= LARGEST_BYTES && isText(file)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return List.copyOf(found);
    }

    /** Returns whether a directory holds sources. Below {@code src} the names of build directories are packages. */
    static boolean isEntered(Path relative) {
        for (Path each : relative) {
            String name = each.toString();
            if (name.equals("src")) {
                return relative.getFileName().toString().charAt(0) != '.';
            }
            if (name.startsWith(".") || NOT_ENTERED.contains(name)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isText(Path file) {
        return TEXT.matcher(file.toString()).matches() || isService(file) || isListed(file);
    }

    private static boolean isListed(Path file) {
        return LISTED.matcher(file.toString().replace('\\', '/')).matches() && !isService(file);
    }

    private static boolean isService(Path file) {
        return SERVICES.matcher(file.toString().replace('\\', '/')).matches();
    }

    private record Tools(ClassNames names, Coordinates coordinates, Advice advice) {}

    private Project project(List<Path> files) throws IOException {
        Project.Reader reader = new Project.Reader();
        for (Path file : files) {
            String name = file.getFileName().toString();
            String text = Comments.masked(name, read(file));
            reader.any(text);
            if (isPartOfGradle(file)) {
                reader.gradle(text);
            } else if (SOURCE.matcher(name).matches()) {
                reader.source(text);
            } else if (name.equals("gradle.properties")) {
                reader.gradleProperties(text);
            } else if (isPom(name)) {
                reader.pom(text);
            } else if (isGradle(name)) {
                reader.gradle(text);
            }
        }
        return reader.project();
    }

    /** Returns whether a source belongs to the build, where versions are often constants. */
    private boolean isPartOfGradle(Path file) {
        return root.relativize(file)
                .toString()
                .replace('\\', '/')
                .matches("(?:.*/)?(?:buildSrc|build-logic)/.*\\.(?:kt|groovy|java)");
    }

    private static boolean isPom(String name) {
        return name.equals("pom.xml");
    }

    private static boolean isGradle(String name) {
        return name.endsWith(".gradle") || name.endsWith(".kts") || name.endsWith(".toml");
    }

    /**
     * Reads a file as ISO-8859-1. Every byte is then a character, so all bytes except the ASCII names are written back
     * unchanged.
     */
    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private Change migrate(Path file, String before, Tools tools) throws IOException {
        if (before.indexOf('\0') >= 0) {
            return new Change(file, 0, Optional.empty(), List.of());
        }
        Text text = new Text(before);
        String name = file.getFileName().toString();
        if (isListed(file)) {
            Mentions.list(name, text);
        } else {
            if (isPartOfGradle(file)) {
                tools.coordinates().rewriteGradle(text);
            }
            rewrite(name, text, tools);
        }
        Optional<Path> target = isService(file) ? serviceFile(file, tools.names(), text) : Optional.empty();
        if (!isDryRun) {
            write(file, text, target);
        }
        return new Change(
                file,
                text.renamed(),
                target,
                text.notes().stream()
                        .map(note -> note.line() + ": " + note.what())
                        .toList());
    }

    private static void rewrite(String name, Text text, Tools tools) {
        if (isPom(name)) {
            tools.coordinates().rewritePom(text);
        } else if (isGradle(name)) {
            tools.coordinates().rewriteGradle(text);
        } else if (name.equals("gradle.properties")) {
            tools.coordinates().defineVariables(text);
        }
        tools.names().rewrite(text, name, SOURCE.matcher(name).matches());
        tools.advice().note(name, text);
    }

    private static Optional<Path> serviceFile(Path file, ClassNames names, Text text) {
        String service = file.getFileName().toString();
        if (!service.startsWith(ClassNames.OLD + ".")) {
            return Optional.empty();
        }
        Optional<String> now = names.newName(service);
        if (now.isEmpty()) {
            Text name = new Text(service);
            names.rewrite(name, "", false);
            name.notes().forEach(each -> text.note(0, "the file's name: " + each.what()));
        }
        return now.map(file::resolveSibling);
    }

    private static void write(Path file, Text text, Optional<Path> target) throws IOException {
        if (target.isPresent()) {
            Set<String> lines = new LinkedHashSet<>();
            if (Files.exists(target.get())) {
                read(target.get()).lines().forEach(lines::add);
            }
            text.content().lines().forEach(lines::add);
            Files.writeString(target.get(), String.join("\n", lines) + "\n", StandardCharsets.ISO_8859_1);
            Files.delete(file);
        } else if (text.renamed() > 0) {
            Files.writeString(file, text.content(), StandardCharsets.ISO_8859_1);
        }
    }
}
