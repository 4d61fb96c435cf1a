package dev.elasticjob.processes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A started {@link Worker}. */
final class WorkerProcess extends JavaProcess {

    WorkerProcess(String servers, String namespace, Journal journal, Path log, List<String> options) {
        super(command(servers, namespace, journal, options), log, line -> journal.ring(), () -> {});
    }

    private static List<String> command(String servers, String namespace, Journal journal, List<String> options) {
        List<String> command = new ArrayList<>();
        command.add("-Dworker.log=DEBUG");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
        command.addAll(List.of(servers, namespace, journal.file().toString()));
        return command;
    }
}
