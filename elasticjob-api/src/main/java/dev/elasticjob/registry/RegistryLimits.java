package dev.elasticjob.registry;

/**
 * Limits of a session.
 *
 * @param transactionBytes maximum size of a transaction, compared with {@link Transaction#bytes()}
 * @param transactionSteps maximum number of steps of a transaction
 * @param boundPathBytes maximum total length of the paths of all nodes bound to the session
 */
public record RegistryLimits(int transactionBytes, int transactionSteps, int boundPathBytes) {

    /** Creates the limits of a registry that accepts any number of steps. */
    public RegistryLimits(int transactionBytes, int boundPathBytes) {
        this(transactionBytes, Integer.MAX_VALUE, boundPathBytes);
    }

    /** Returns whether the transaction is within the size limits. */
    public boolean accepts(Transaction transaction) {
        return transaction.bytes() <= transactionBytes && transaction.ops().size() <= transactionSteps;
    }
}
