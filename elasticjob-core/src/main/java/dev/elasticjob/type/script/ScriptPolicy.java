package dev.elasticjob.type.script;

import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.config.ConfigurationSecrets;
import dev.elasticjob.type.WrongSetting;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What this worker is willing to start. Whoever may write to the registry decides what script jobs execute, so the worker
 * has a word of its own, in system properties that the registry cannot reach:
 *
 * <ul>
 *   <li>{@code elasticjob.script.enabled=false}: no script job runs here.
 *   <li>{@code elasticjob.script.allowed}: absolute paths with commas between them; only these executables, and those in or
 *       below these directories, are started. Unset, anything is, as in ElasticJob; set to nothing, nothing is.
 * </ul>
 *
 * Paths are compared with {@code ..} and symbolic links resolved. An executable must also be called by the name it is
 * listed under: where {@code ls} and {@code sh} are links to one program, allowing the first must not allow the second. An
 * interpreter on the list, such as {@code /bin/sh}, allows whatever it is given; list the scripts instead.
 *
 * <p>A value that cannot be understood lets nothing run.
 */
final class ScriptPolicy {

    static final String ENABLED = "elasticjob.script.enabled";
    static final String ALLOWED = "elasticjob.script.allowed";

    private final String enabled;
    private final Optional<String> allowed;
    private final String searchPath;

    ScriptPolicy(String enabled, Optional<String> allowed, String searchPath) {
        this.enabled = enabled;
        this.allowed = allowed;
        this.searchPath = searchPath;
    }

    static ScriptPolicy ofThisWorker() {
        return new ScriptPolicy(
                System.getProperty(ENABLED, "true"),
                Optional.ofNullable(System.getProperty(ALLOWED)),
                Optional.ofNullable(System.getenv("PATH")).orElse(""));
    }

    /**
     * The command as it is to be started: with an allow-list, by the very path that was looked at.
     *
     * @throws JobConfigurationException when this worker does not start it
     */
    List<String> permit(String jobName, List<String> command) {
        checkEnabled(jobName, command);
        if (allowed.isEmpty()) {
            return command;
        }
        List<Path> entries = entries(jobName, allowed.get());
        Path executable = locate(command.get(0))
                .orElseThrow(() -> refusal(jobName, command, "it is not an executable file on this machine"));
        if (entries.stream().noneMatch(entry -> admits(entry, executable))) {
            throw refusal(jobName, command, "this is " + realPath(executable).orElse(executable));
        }
        List<String> permitted = new ArrayList<>(command);
        permitted.set(0, executable.toString());
        return permitted;
    }

    private void checkEnabled(String jobName, List<String> command) {
        switch (enabled.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> {}
            case "false" ->
                throw WrongSetting.of(
                        jobName,
                        ScriptJobProperties.SCRIPT_KEY,
                        shown(command),
                        "script jobs are switched off on this worker by the system property " + ENABLED + "=false",
                        "Remove that property, or run the job on other workers");
            default ->
                throw WrongSetting.of(
                        jobName,
                        ENABLED,
                        enabled,
                        "it is neither true nor false, so no script is started on this worker",
                        "Correct this system property");
        }
    }

    private static List<Path> entries(String jobName, String list) {
        List<Path> entries = new ArrayList<>();
        for (String each : list.split(",")) {
            String entry = each.strip();
            if (!entry.isEmpty()) {
                entries.add(path(entry)
                        .filter(Path::isAbsolute)
                        .orElseThrow(() -> WrongSetting.of(
                                jobName,
                                ALLOWED,
                                list,
                                "'" + entry + "' is not an absolute path, so no script is started on this worker",
                                "Write absolute paths of executables or directories, with commas between them, into"
                                        + " this system property")));
            }
        }
        return entries;
    }

    private static boolean admits(Path entry, Path executable) {
        Optional<Path> realEntry = realPath(entry);
        Optional<Path> realExecutable = realPath(executable);
        if (realEntry.isEmpty() || realExecutable.isEmpty()) {
            return false;
        }
        if (Files.isDirectory(realEntry.get())) {
            return realExecutable.get().startsWith(realEntry.get());
        }
        return realExecutable.equals(realEntry) && executable.getFileName().equals(entry.getFileName());
    }

    /** As the system would find it: by its path when it has one, else in the directories of PATH. */
    private Optional<Path> locate(String name) {
        Optional<Path> path = path(name);
        if (path.isEmpty() || path.get().getNameCount() != 1 || path.get().isAbsolute()) {
            return path.map(Path::toAbsolutePath).filter(ScriptPolicy::isExecutable);
        }
        return Arrays.stream(searchPath.split(File.pathSeparator))
                .flatMap(directory -> path(directory).stream())
                .map(directory -> directory.resolve(name).toAbsolutePath())
                .filter(ScriptPolicy::isExecutable)
                .findFirst();
    }

    private static boolean isExecutable(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }

    private static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }

    /** Empty for what does not exist or cannot be looked at, and such a path admits nothing. */
    private static Optional<Path> realPath(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException missing) {
            return Optional.empty();
        }
    }

    private JobConfigurationException refusal(String jobName, List<String> command, String found) {
        return WrongSetting.of(
                jobName,
                ScriptJobProperties.SCRIPT_KEY,
                shown(command),
                found + ", and the system property " + ALLOWED + " of this worker allows only '" + allowed.orElse("")
                        + "'",
                "Change the command, or add its executable to that property");
    }

    static String shown(List<String> command) {
        return ConfigurationSecrets.mask(ScriptJobProperties.SCRIPT_KEY, String.join(" ", command));
    }
}
