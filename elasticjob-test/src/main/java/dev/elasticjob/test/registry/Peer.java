package dev.elasticjob.test.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Watch.Scope;
import dev.elasticjob.test.registry.FaultyClient.Loss;
import java.util.Optional;

/** A client with one session, as used by the contract. Every call waits for its result. */
final class Peer {

    final FaultyClient client;
    final RegistrySession session;
    private final Events<State> states;

    Peer(FaultyClient client, RegistrySession session) {
        this.client = client;
        this.session = session;
        this.states = new Events<>("state of session " + session.id());
        session.onStateChange(states);
    }

    static Transaction.Builder tx() {
        return Transaction.builder();
    }

    CommitResult commit(Transaction.Builder transaction) {
        return Waiting.await(session.commit(transaction.build()));
    }

    Committed committed(Transaction.Builder transaction) {
        CommitResult result = commit(transaction);
        assertThat(result).isInstanceOf(Committed.class);
        return (Committed) result;
    }

    Committed create(String path, String data) {
        return committed(tx().create(path, data, Mode.PERSISTENT));
    }

    Committed bind(String path) {
        return committed(tx().create(path, "", Mode.BOUND));
    }

    Committed set(String path, String data) {
        return committed(tx().set(path, data, Transaction.ANY_VERSION));
    }

    Committed delete(String path) {
        return committed(tx().delete(path, Transaction.ANY_VERSION));
    }

    void refused(Refusal refusal, Transaction.Builder transaction) {
        CommitResult result = commit(transaction);
        assertThat(result).isInstanceOf(Refused.class);
        assertThat(((Refused) result).refusal()).as("%s", result).isEqualTo(refusal);
        assertThat(((Refused) result).reason()).isNotBlank();
    }

    void conflict(int index, Reason reason, Transaction.Builder transaction) {
        Transaction built = transaction.build();
        CommitResult result = Waiting.await(session.commit(built));
        assertThat(result).isEqualTo(new Conflict(index, built.ops().get(index), reason));
    }

    Snapshot read(ReadRequest request) {
        ReadResult result = Waiting.await(session.read(request));
        assertThat(result).isInstanceOf(Snapshot.class);
        return (Snapshot) result;
    }

    ReadResult.Failed readFails() {
        ReadResult result = Waiting.await(session.read(ReadRequest.of("/")));
        assertThat(result).isInstanceOf(ReadResult.Failed.class);
        return (ReadResult.Failed) result;
    }

    /** Returns the current node in the registry. */
    Optional<Node> look(String path) {
        return read(ReadRequest.of(path).synced()).node(path);
    }

    Node node(String path) {
        Optional<Node> node = look(path);
        assertThat(node).as(path).isPresent();
        return node.orElseThrow();
    }

    /**
     * Watches a path. When this method returns, the registry has registered the watch, so every later change causes a
     * hint.
     */
    Events<Hint> watch(String path, Scope scope) {
        Events<Hint> hints = new Events<>("hint of " + scope + " watch on " + path);
        session.watch(path, scope, hints);
        read(ReadRequest.of(path));
        return hints;
    }

    void awaitGone(String path) {
        Events<Hint> hints = watch(path, Scope.NODE);
        while (look(path).isPresent()) {
            hints.next();
        }
    }

    State nextState() {
        return states.next();
    }

    void awaitState(State state) {
        states.next(state::equals);
    }

    void cut() {
        client.cut(session);
        awaitState(State.SUSPENDED);
    }

    void heal() {
        client.heal(session);
        awaitState(State.CONNECTED);
    }

    void expire() {
        client.expire(session);
    }

    void loseNextCommit(Loss loss) {
        client.loseNextCommit(session, loss);
    }
}
