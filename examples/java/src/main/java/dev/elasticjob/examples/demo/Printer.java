package dev.elasticjob.examples.demo;

import java.io.PrintStream;

/** Prints events of a worker for the demo. */
record Printer(PrintStream out) {

    void run(String text) {
        out.println(new WorkerLine(WorkerLine.Kind.RUN, text));
    }

    void event(String text) {
        out.println(new WorkerLine(WorkerLine.Kind.EVENT, text));
    }
}
