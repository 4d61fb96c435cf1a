package dev.elasticjob.benchmarks.scenario;

/** Something that is measured of both engines on one server. */
public interface Scenario {

    /** As it is called on the command line. */
    String name();

    String description();

    void measure(Setting setting);

    /** Whether it is short enough for a quick run. */
    default boolean isQuick() {
        return true;
    }
}
