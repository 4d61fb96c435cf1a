package dev.elasticjob.examples.demo;

import dev.elasticjob.examples.demo.DemoJobs.DemoJob;
import java.io.PrintStream;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/** Prints a line for each event, for files and pipes. */
record LineView(PrintStream out) implements View {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    @Override
    public void begin(String welcome) {
        out.println(welcome);
    }

    @Override
    public void console(String text) {
        out.println(text);
    }

    @Override
    public void show(WorkerLine line) {
        out.println(LocalTime.now().format(TIME) + " " + line.text());
    }

    @Override
    public void show(List<WorkerProcess> workers, Map<DemoJob, JobState> jobs) {}

    @Override
    public void typed() {}

    @Override
    public void end(String farewell) {
        out.println(farewell);
    }
}
