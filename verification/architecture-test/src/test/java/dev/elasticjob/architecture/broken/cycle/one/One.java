package dev.elasticjob.architecture.broken.cycle.one;

import dev.elasticjob.architecture.broken.cycle.two.Two;

public final class One {

    Two two;
}
