package dev.elasticjob.examples.demo;

import dev.elasticjob.examples.demo.DemoJobs.DemoJob;
import java.util.List;
import java.util.Map;

/** Output of the demo. */
interface View {

    /** Shows the welcome text before any event. */
    void begin(String welcome);

    /** Shows the address of the console once it is known. */
    void console(String text);

    /** Shows an event. */
    void show(WorkerLine line);

    /** Shows the current state. Called every second, whether or not the state has changed. */
    void show(List<WorkerProcess> workers, Map<DemoJob, JobState> jobs);

    /** Handles a line of input by the user. */
    void typed();

    void end(String farewell);
}
