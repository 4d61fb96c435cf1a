package dev.elasticjob.test.registry;

import dev.elasticjob.registry.RegistrySession;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/**
 * Requirements of the engine on a registry. An implementation extends this class and implements {@link #newClient}. The
 * tests are in the interfaces, one per subject.
 */
public abstract class RegistryContractTest
        implements TransactionContract,
                NumberContract,
                OrderContract,
                SessionContract,
                BoundNodeContract,
                WatchContract,
                ReconnectContract,
                UnknownOutcomeContract,
                SizeContract,
                MutualExclusionContract {

    private final String namespace = "contract-" + UUID.randomUUID();
    private final List<FaultyClient> clients = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();

    /**
     * Creates a client of the registry under test, which is the same for all clients; the contract closes it. The
     * session timeout must exceed the minute for which the contract waits for events.
     */
    protected abstract FaultyClient newClient(String namespace);

    @Override
    public int fuzzRounds() {
        return 20;
    }

    @Override
    public final FaultyClient client() {
        return client("");
    }

    @Override
    public final Peer connect(String namespaceSuffix) {
        FaultyClient client = client(namespaceSuffix);
        client.center().init();
        RegistrySession session = Waiting.await(client.center().openSession());
        Peer peer = new Peer(client, session);
        peers.add(peer);
        return peer;
    }

    private FaultyClient client(String namespaceSuffix) {
        FaultyClient client = newClient(namespace + namespaceSuffix);
        clients.add(client);
        return client;
    }

    @AfterEach
    final void closeClients() {
        peers.forEach(peer -> peer.client.heal(peer.session));
        clients.forEach(FaultyClient::close);
    }
}
