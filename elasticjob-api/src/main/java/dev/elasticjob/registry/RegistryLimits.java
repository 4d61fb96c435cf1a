package dev.elasticjob.registry;

/**
 * What a session can take.
 *
 * @param transactionBytes the largest transaction, compared with {@link Transaction#bytes()}
 * @param boundPathBytes how long the paths of all nodes bound to the session may be in sum
 */
public record RegistryLimits(int transactionBytes, int boundPathBytes) {}
