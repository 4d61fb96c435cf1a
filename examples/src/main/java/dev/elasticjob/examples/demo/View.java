package dev.elasticjob.examples.demo;

import dev.elasticjob.examples.demo.DemoJobs.DemoJob;
import java.util.List;
import java.util.Map;

/** How the demo shows what happens. */
interface View {

    /** What it says once, before anything happens. */
    void begin(String welcome);

    /** Where the console is, as soon as it is somewhere. */
    void console(String text);

    /** Something happened. */
    void tell(WorkerLine line);

    /** Things stand differently; also called every second. */
    void show(List<WorkerProcess> workers, Map<DemoJob, JobState> jobs);

    /** Somebody typed a line. */
    void typed();

    void end(String farewell);
}
