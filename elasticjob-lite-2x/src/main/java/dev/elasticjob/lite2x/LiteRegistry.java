package dev.elasticjob.lite2x;

import java.time.Duration;

/**
 * Parts of a registry center of 2.x.
 *
 * @param center registry for the engine
 * @param access reads and writes of the adapter and the application
 * @param limit maximum wait for the registry
 */
public record LiteRegistry(LiteCenter center, RegistryAccess access, Duration limit) {}
