package dev.elasticjob.architecture.broken.config;

import dev.elasticjob.architecture.broken.engine.Shown;

public final class KnowsEngine {

    private final Shown shown = new Shown();

    public Object shown() {
        return shown;
    }
}
