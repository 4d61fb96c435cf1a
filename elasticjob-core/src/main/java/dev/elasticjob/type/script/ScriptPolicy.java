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
 * Policy for the commands that this worker starts. Every party with write access to the registry determines what script jobs execute, so
 * the worker enforces its own rules, in system properties that the registry cannot change:
 *
 * <ul>
 *   <li>{@code elasticjob.script.enabled=false}: no script job runs in this process.
 *   <li>{@code elasticjob.script.allowed}: absolute paths, separated by commas; only these executables, and those in or below these
 *       directories, are started. If it is not set, every command is permitted, as in ElasticJob; if it is empty, none is.
 * </ul>
 *
 * Paths are compared after resolving {@code ..} and symbolic links. An executable must also be called by its listed name: if {@code ls}
 * and {@code sh} are links to one program, permitting the first must not permit the second. An interpreter on the list, such as
 * {@code /bin/sh}, permits all its arguments; list the scripts instead.
 *
 * <p>An invalid value permits nothing.
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
     * Returns the command to start: with an allow-list, with the exact path that was checked.
     *
     * @throws JobConfigurationException if this worker does not permit the command
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

    /** Finds an executable as the system does: by its path if it has one, otherwise in the directories of PATH. */
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

    /** Returns the resolved path; empty if the path does not exist or is not readable, in which case it permits nothing. */
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
