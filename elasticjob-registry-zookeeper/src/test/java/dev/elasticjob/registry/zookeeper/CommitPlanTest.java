package dev.elasticjob.registry.zookeeper;

import static dev.elasticjob.registry.Transaction.ANY_VERSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.jute.BinaryOutputArchive;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.proto.RequestHeader;
import org.junit.jupiter.api.Test;

class CommitPlanTest {

    private static final Namespace NAMESPACE = new Namespace("/chroot", "jobs");

    @Test
    void bytes_are_those_on_the_wire() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            Transaction transaction = random(random);
            for (List<ACL> acl : List.of(Ids.OPEN_ACL_UNSAFE, Ids.CREATOR_ALL_ACL)) {
                CommitPlan plan = CommitPlan.of(transaction, NAMESPACE, acl);
                assertThat(plan.bytes()).as("%s", transaction).isEqualTo(onTheWire(plan));
            }
        }
    }

    @Test
    void whatever_the_caller_counts_as_within_the_limit_fits() {
        int limit = 100_000;
        Random random = new Random(8);
        for (String name : List.of("n", "namespace", "long".repeat(30))) {
            Namespace namespace = new Namespace("", name);
            int counted = RequestSize.transactionBytes(limit, namespace);
            for (int round = 0; round < 100; round++) {
                Transaction.Builder builder = Transaction.builder();
                int bytes = 0;
                while (true) {
                    Transaction.Op op = random(random, "/");
                    bytes += Transaction.bytes(op);
                    if (bytes > counted) {
                        break;
                    }
                    builder.add(op);
                }
                Transaction transaction =
                        builder.add(new Transaction.Delete("/a", ANY_VERSION)).build();
                if (transaction.bytes() <= counted) {
                    assertThat(CommitPlan.of(transaction, namespace, Ids.OPEN_ACL_UNSAFE)
                                    .bytes())
                            .isLessThanOrEqualTo(limit);
                }
            }
        }
    }

    @Test
    void a_transaction_with_a_set_needs_no_witness() {
        CommitPlan plan = plan(Transaction.builder()
                .create("/a", "", Mode.PERSISTENT)
                .set("/b", "", 3)
                .delete("/c", 1));

        assertThat(types(plan)).containsExactly(OpCode.create, OpCode.setData, OpCode.delete);
    }

    @Test
    void of_a_transaction_without_a_set_a_deleted_node_is_the_witness() {
        CommitPlan plan =
                plan(Transaction.builder().create("/a", "", Mode.PERSISTENT).delete("/c", 1));

        assertThat(types(plan)).containsExactly(OpCode.create, OpCode.setData, OpCode.delete);
        assertThat(List.of(plan.step(0), plan.step(1), plan.step(2))).containsExactly(0, 1, 1);
    }

    @Test
    void of_a_transaction_that_only_creates_a_further_node_is_the_witness() {
        CommitPlan plan = plan(Transaction.builder().checkExists("/").create("/a", "", Mode.BOUND));

        assertThat(types(plan))
                .containsExactly(OpCode.check, OpCode.create, OpCode.create, OpCode.setData, OpCode.delete);
        assertThat(plan.requests().get(4).getPath())
                .satisfies(path -> assertThat(CommitPlan.isWitness(path)).isTrue());
        assertThat(plan.step(4)).isEqualTo(1);
    }

    private static List<Integer> types(CommitPlan plan) {
        return plan.requests().stream().map(op -> op.getType()).toList();
    }

    private static CommitPlan plan(Transaction.Builder transaction) {
        return CommitPlan.of(transaction.build(), NAMESPACE, Ids.OPEN_ACL_UNSAFE);
    }

    private static Transaction random(Random random) {
        Transaction.Builder builder = Transaction.builder();
        for (int i = random.nextInt(20); i >= 0; i--) {
            builder.add(random(random, "/parent/"));
        }
        return builder.add(new Transaction.Create("/last", new byte[0], Mode.BOUND))
                .build();
    }

    private static Transaction.Op random(Random random, String parent) {
        String path = parent + (random.nextBoolean() ? "작업ü" : "") + random.nextInt(1_000_000);
        byte[] data = new byte[random.nextInt(300)];
        return switch (random.nextInt(4)) {
            case 0 -> new Transaction.Check(path, random.nextInt(9));
            case 1 -> new Transaction.Create(path, data, random.nextBoolean() ? Mode.BOUND : Mode.PERSISTENT);
            case 2 -> new Transaction.Delete(path, random.nextInt(9) - 1);
            default ->
                random.nextInt(10) == 0
                        ? new Transaction.Set(path, data, random.nextInt(9))
                        : new Transaction.Check(path, ANY_VERSION);
        };
    }

    private static long onTheWire(CommitPlan plan) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryOutputArchive archive = BinaryOutputArchive.getArchive(bytes);
        new RequestHeader(1, OpCode.multi).serialize(archive, "header");
        new MultiOperationRecord(plan.requests()).serialize(archive, "request");
        return bytes.size();
    }
}
