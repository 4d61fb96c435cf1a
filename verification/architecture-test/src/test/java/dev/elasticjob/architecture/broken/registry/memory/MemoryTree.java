package dev.elasticjob.architecture.broken.registry.memory;

public final class MemoryTree {}
