package dev.elasticjob.architecture.broken.spi;

import dev.elasticjob.architecture.broken.config.KnowsEngine;

/** Knows a package that it should not. */
public final class Extensions {

    private Extensions() {}

    public static Object find() {
        return KnowsEngine.class;
    }
}
