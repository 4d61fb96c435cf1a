package dev.elasticjob.benchmarks.process;

/** Who is measured. */
public enum Side {
    OURS("ours"),
    THEIRS("theirs");

    private final String argument;

    Side(String argument) {
        this.argument = argument;
    }

    /** As workers are told. */
    public String argument() {
        return argument;
    }
}
