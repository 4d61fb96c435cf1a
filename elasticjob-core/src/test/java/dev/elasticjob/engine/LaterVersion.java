package dev.elasticjob.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.registry.Transaction;

/** What an instance of an invented later version writes: fields and words that this version does not know. */
final class LaterVersion {

    static final String FIELD = "later 1 of 2\n";
    static final String WORD = " node";

    private static final JobTree TREE = new JobTree("job");

    private LaterVersion() {}

    /** Returns a transaction with what a later version adds to run records, to run requests and to the epoch. */
    static Transaction of(Transaction transaction) {
        Transaction.Builder later = Transaction.builder();
        for (Transaction.Op op : transaction.ops()) {
            if (op instanceof Transaction.Set set) {
                later.set(set.path(), text(set.path(), new String(set.data(), UTF_8)), set.version());
            } else if (op instanceof Transaction.Create create) {
                later.create(create.path(), text(create.path(), new String(create.data(), UTF_8)), create.mode());
            } else {
                later.add(op);
            }
        }
        return later.build();
    }

    private static String text(String path, String text) {
        String parent = JobTree.parent(path);
        if (parent.equals(TREE.items()) || path.equals(TREE.epoch())) {
            return text.isEmpty() ? text : text + FIELD;
        }
        return parent.equals(TREE.triggers()) ? text.replaceAll("(?m)^(\\S+ [A-Z_]+ [\\d,-]+)$", "$1" + WORD) : text;
    }
}
