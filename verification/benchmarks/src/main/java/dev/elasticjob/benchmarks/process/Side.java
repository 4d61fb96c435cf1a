package dev.elasticjob.benchmarks.process;

/** Engine to measure. */
public enum Side {
    SUBJECT("subject"),
    REFERENCE("reference");

    private final String argument;

    Side(String argument) {
        this.argument = argument;
    }

    /** Returns the value of the worker's engine argument. */
    public String argument() {
        return argument;
    }
}
