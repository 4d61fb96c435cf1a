package dev.elasticjob.test.registry;

/** What every part of the contract starts from. */
interface Peers {

    /** A new client with a session in the namespace of this test. */
    default Peer connect() {
        return connect("");
    }

    /** The same in another namespace. */
    Peer connect(String namespaceSuffix);

    /** A new client that has done nothing yet. */
    FaultyClient client();

    /** How often each contender of the mutual exclusion test gets the lock. */
    int fuzzRounds();
}
