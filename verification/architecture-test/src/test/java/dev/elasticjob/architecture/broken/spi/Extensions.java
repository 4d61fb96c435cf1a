package dev.elasticjob.architecture.broken.spi;

import dev.elasticjob.architecture.broken.config.KnowsEngine;

/** Depends on a forbidden package. */
public final class Extensions {

    private Extensions() {}

    public static Object find() {
        return KnowsEngine.class;
    }
}
