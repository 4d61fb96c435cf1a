package dev.elasticjob.scheduler;

import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Reads. Everybody who asked gets the whole answer, and looks for what he asked for. */
final class GatheredReads extends Gathered<ReadRequest, ReadResult> {

    private static final int MOST_PATHS = 1_000;

    private final RegistrySession session;

    GatheredReads(RegistrySession session) {
        this.session = session;
    }

    private static final class Together implements Batch<ReadRequest> {
        private final List<String> nodes = new ArrayList<>();
        private final List<String> children = new ArrayList<>();
        private boolean synced;
        private boolean begun;

        @Override
        public boolean add(ReadRequest request) {
            int paths = request.nodePaths().size() + request.childrenPaths().size();
            boolean fits = synced == request.isSynced() && nodes.size() + children.size() + paths <= MOST_PATHS;
            if (begun && !fits) {
                return false;
            }
            begun = true;
            synced = request.isSynced();
            nodes.addAll(request.nodePaths());
            children.addAll(request.childrenPaths());
            return true;
        }

        @Override
        public ReadRequest together() {
            ReadRequest all = ReadRequest.empty().nodes(nodes).children(children);
            return synced ? all.synced() : all;
        }
    }

    @Override
    Batch<ReadRequest> newBatch() {
        return new Together();
    }

    @Override
    CompletionStage<ReadResult> send(ReadRequest request) {
        return session.read(request);
    }

    @Override
    boolean isForOne(ReadResult failure) {
        return failure instanceof ReadResult.Failed failed && !failed.sessionOver();
    }

    @Override
    List<ReadResult> results(ReadResult together, List<ReadRequest> requests) {
        return Collections.nCopies(requests.size(), together);
    }
}
