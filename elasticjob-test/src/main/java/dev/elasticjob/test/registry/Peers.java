package dev.elasticjob.test.registry;

/** Fixture of every part of the contract. */
interface Peers {

    /** Creates a client with a session in the namespace of this test. */
    default Peer connect() {
        return connect("");
    }

    /** Creates a client with a session in another namespace. */
    Peer connect(String namespaceSuffix);

    /** Creates a client that has not been used yet. */
    FaultyClient client();

    /** Returns how often each contender of the mutual exclusion test acquires the lock. */
    int fuzzRounds();
}
