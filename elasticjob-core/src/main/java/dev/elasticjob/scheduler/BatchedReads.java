package dev.elasticjob.scheduler;

import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** Batches reads. Each caller receives the result of the whole batch and selects its own nodes. */
final class BatchedReads extends Batched<ReadRequest, ReadResult> {

    private static final int MOST_PATHS = 1_000;

    private final RegistrySession session;

    BatchedReads(RegistrySession session, Guard guard) {
        super(guard, OutgoingCall.REGISTRY_READ);
        this.session = session;
    }

    private static final class Fitting implements Predicate<ReadRequest> {
        private ReadRequest first;
        private int paths;

        @Override
        public boolean test(ReadRequest request) {
            paths += request.nodePaths().size() + request.childrenPaths().size();
            if (first == null) {
                first = request;
                return true;
            }
            return request.isSynced() == first.isSynced() && paths <= MOST_PATHS;
        }
    }

    @Override
    Predicate<ReadRequest> fitting() {
        return new Fitting();
    }

    /** Combines reads that are either all synced or all not synced. */
    @Override
    ReadRequest together(List<ReadRequest> requests) {
        List<String> nodes = new ArrayList<>();
        List<String> children = new ArrayList<>();
        for (ReadRequest request : requests) {
            nodes.addAll(request.nodePaths());
            children.addAll(request.childrenPaths());
        }
        ReadRequest all = ReadRequest.empty().nodes(nodes).children(children);
        return requests.get(0).isSynced() ? all.synced() : all;
    }

    @Override
    CompletionStage<ReadResult> send(ReadRequest request) {
        return session.read(request);
    }

    @Override
    ReadResult failure(String reason) {
        return new ReadResult.Failed(reason, false);
    }

    @Override
    boolean isWorthSeparating(ReadResult failure) {
        return failure instanceof ReadResult.Failed failed && !failed.sessionOver();
    }

    @Override
    List<ReadResult> results(ReadResult together, List<ReadRequest> requests) {
        return Collections.nCopies(requests.size(), together);
    }
}
