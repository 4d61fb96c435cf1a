package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Failed;
import dev.elasticjob.registry.RegistrySession.State;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException.Code;

/** Reads of one session. A read whose connection was lost is repeated after a delay if the session is connected then. */
final class Reads {

    private final Connection connection;
    private final ClientSettings settings;

    Reads(Connection connection) {
        this.connection = connection;
        this.settings = connection.settings();
    }

    CompletableFuture<ReadResult> read(ReadRequest request) {
        CompletableFuture<ReadResult> outcome = new CompletableFuture<>();
        attempt(request, 0, outcome);
        return outcome;
    }

    private void attempt(ReadRequest request, int repetition, CompletableFuture<ReadResult> outcome) {
        if (connection.obstacle().isPresent()) {
            outcome.complete(failed("the session is " + connection.state()));
            return;
        }
        new BatchedRead(connection, request).start(result -> {
            if (result.snapshot().isPresent()) {
                outcome.complete(result.snapshot().get());
            } else if (Codes.isLoss(result.code())
                    && repetition < settings.retries().most()) {
                repeatLater(request, repetition + 1, outcome);
            } else {
                outcome.complete(failed(result.code()));
            }
        });
    }

    private void repeatLater(ReadRequest request, int repetition, CompletableFuture<ReadResult> outcome) {
        try {
            connection
                    .timer()
                    .schedule(
                            () -> attempt(request, repetition, outcome),
                            settings.retries().before(repetition).toMillis(),
                            TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            outcome.complete(failed("the registry center is closed"));
        }
    }

    private Failed failed(Code code) {
        // The client returns these codes before it reports the state change.
        boolean over = code == Code.SESSIONEXPIRED || code == Code.AUTHFAILED || isOver();
        return Codes.isForbidden(code)
                ? new Failed(Codes.explain(code, settings), over)
                : new Failed(settings.describe() + ": " + code + " while reading", over);
    }

    private Failed failed(String reason) {
        return new Failed(settings.describe() + ": " + reason, isOver());
    }

    private boolean isOver() {
        return connection.state() == State.LOST || connection.state() == State.CLOSED;
    }
}
