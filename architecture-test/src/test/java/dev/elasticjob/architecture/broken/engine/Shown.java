package dev.elasticjob.architecture.broken.engine;

/** Public without need. */
public final class Shown {

    /** Nobody gets at it but through the class around it. */
    public enum Within {
        ONE
    }
}
