package dev.elasticjob.examples.demo;

import java.io.PrintStream;

/** A worker's way to tell the demo what happens. */
record Printer(PrintStream out) {

    void run(String text) {
        out.println(new WorkerLine(WorkerLine.Kind.RUN, text));
    }

    void event(String text) {
        out.println(new WorkerLine(WorkerLine.Kind.EVENT, text));
    }
}
