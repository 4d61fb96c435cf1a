package dev.elasticjob.examples.demo;

/** A line that a worker prints for the demo to read. */
record WorkerLine(Kind kind, String text) {

    enum Kind {
        /** Routine message, which the live view omits. */
        RUN,
        /** Notable event. */
        EVENT;

        String begin() {
            return name() + " ";
        }
    }

    /** Parses a line. Lines without a known kind, such as log lines, are notable events. */
    static WorkerLine parse(String line) {
        for (Kind kind : Kind.values()) {
            if (line.startsWith(kind.begin())) {
                return new WorkerLine(kind, line.substring(kind.begin().length()));
            }
        }
        return new WorkerLine(Kind.EVENT, line);
    }

    @Override
    public String toString() {
        return kind.begin() + text;
    }
}
