package dev.elasticjob.examples.demo;

/** A line that a worker prints for the demo to read. */
record WorkerLine(Kind kind, String text) {

    enum Kind {
        /** The ordinary course of things: the live view leaves it out. */
        RUN,
        /** Something worth a look. */
        EVENT;

        String begin() {
            return name() + " ";
        }
    }

    /** What does not say what it is, such as a line of a log, is worth a look. */
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
