package dev.elasticjob.lite2x;

import java.time.Duration;

/**
 * What a registry center of 2.x consists of.
 *
 * @param center the registry as the engine uses it
 * @param access reads and writes of the adapter and the application
 * @param limit longest wait for the registry
 */
public record LiteRegistry(LiteCenter center, RegistryAccess access, Duration limit) {}
