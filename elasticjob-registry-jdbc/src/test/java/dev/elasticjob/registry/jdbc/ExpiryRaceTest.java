package dev.elasticjob.registry.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.jdbc.TestServers.Database;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import dev.elasticjob.registry.support.TransactionPlan;
import java.sql.Connection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three concurrent connections: the owner commits, the owner sends a heartbeat, and a reaper ends the session. */
class ExpiryRaceTest {

    /** Number of races: 10000 in a thorough run. */
    private static final int RACES = Integer.getInteger("elasticjob.registry.races", 150);

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void a_session_that_ends_leaves_nothing_behind_and_one_that_lives_loses_nothing(Kind kind) throws Exception {
        Database database = kind.database();
        race(Centers.configuration(database, "race"));
    }

    @Test
    void a_session_that_ends_leaves_nothing_behind_and_one_that_lives_loses_nothing_on_h2() throws Exception {
        race(new JdbcConfiguration("jdbc:h2:mem:race;DB_CLOSE_DELAY=-1", "race"));
    }

    private static void race(JdbcConfiguration configuration) throws Exception {
        Centers.start(configuration).close();
        Dialect dialect = JdbcAddress.dialect(configuration.getUrl());
        Connector connector = new Connector(configuration, dialect, UnaryOperator.identity());
        ExecutorService threads = Executors.newFixedThreadPool(3);
        int ended = 0;
        int lived = 0;
        int rejected = 0;
        try (Connection owner = connector.openWork();
                Connection pulse = connector.openWork();
                Connection reaper = connector.openWork()) {
            int ns = new Schema(owner, dialect, "test").namespace("race");
            for (int i = 0; i < RACES; i++) {
                long session = 1_000 + i;
                String path = "/bound" + i;
                dialect.open(owner, ns, session, 60_000);
                CommitCall call = new CommitCall(
                        session,
                        0,
                        0,
                        TransactionPlan.of(Transaction.builder()
                                .create(path, "", Mode.BOUND)
                                .build()));
                // Every third session sends no heartbeat, so that it expires.
                boolean beats = i % 3 != 0;
                CyclicBarrier start = new CyclicBarrier(3);
                Future<CommitReply> commit = threads.submit(at(start, () -> dialect.commit(owner, ns, call)));
                Future<Set<Long>> beat =
                        threads.submit(at(start, () -> beats ? dialect.beat(pulse, List.of(session)) : Set.<Long>of()));
                Future<Boolean> end = threads.submit(at(start, () -> dialect.end(reaper, ns, session, 0)));

                CommitReply reply = commit.get(60, TimeUnit.SECONDS);
                boolean isBeaten = beat.get(60, TimeUnit.SECONDS).contains(session);
                boolean isEnded = end.get(60, TimeUnit.SECONDS);
                boolean isThere =
                        dialect.read(owner, ns, ReadRequest.of(path)).node(path).isPresent();
                boolean hasRow = dialect.sessions(owner, ns).stream().anyMatch(row -> row.id() == session);
                assertThat(hasRow)
                        .as("race %d: the row exists unless it was ended", i)
                        .isEqualTo(!isEnded);
                if (isEnded) {
                    ended++;
                    assertThat(isThere).as("race %d: nothing is left", i).isFalse();
                    rejected += reply instanceof CommitReply.SessionOver ? 1 : 0;
                    assertThat(reply).isInstanceOfAny(CommitReply.Done.class, CommitReply.SessionOver.class);
                } else {
                    lived++;
                    assertThat(isBeaten)
                            .as("race %d: only a heartbeat saves a session", i)
                            .isTrue();
                    assertThat(reply).isInstanceOf(CommitReply.Done.class);
                    assertThat(isThere)
                            .as("race %d: the node of a live session stays", i)
                            .isTrue();
                    dialect.end(owner, ns, session, -1);
                }
            }
        } finally {
            threads.shutdownNow();
        }
        System.out.println(configuration.getUrl() + ": " + ended + " sessions ended, " + lived + " lived, " + rejected
                + " commits came too late");
        assertThat(ended).isPositive();
    }

    private static <T> Callable<T> at(CyclicBarrier start, Callable<T> action) {
        return () -> {
            start.await(60, TimeUnit.SECONDS);
            return action.call();
        };
    }
}
