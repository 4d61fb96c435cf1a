package dev.elasticjob.benchmarks.scenario;

/** A measurement of both engines on one server. */
public interface Scenario {

    /** Returns the name on the command line. */
    String name();

    String description();

    void measure(Setting setting);

    /** Returns whether the scenario is part of a quick run. */
    default boolean isQuick() {
        return true;
    }
}
