package dev.elasticjob.architecture.broken.engine;

/** A public class that does not have to be public. */
public final class Shown {

    /** An enum that is accessible only through the enclosing class. */
    public enum Within {
        ONE
    }
}
