package dev.elasticjob.architecture.broken.cycle.two;

import dev.elasticjob.architecture.broken.cycle.one.One;

public final class Two {

    One one;
}
