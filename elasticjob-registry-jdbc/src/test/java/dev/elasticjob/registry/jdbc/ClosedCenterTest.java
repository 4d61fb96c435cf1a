package dev.elasticjob.registry.jdbc;

import static dev.elasticjob.registry.jdbc.Centers.await;
import static dev.elasticjob.registry.jdbc.Centers.commit;
import static dev.elasticjob.registry.jdbc.Centers.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Failed;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction.Mode;
import java.nio.file.Path;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosedCenterTest {

    @Test
    void sessions_of_a_closed_center_still_answer() {
        JdbcRegistryCenter center = Centers.start(new JdbcConfiguration("jdbc:h2:mem:closed", "closed"));
        RegistrySession session = Centers.open(center);
        center.close();

        Refused refused = (Refused) commit(session, tx().create("/node", "", Mode.PERSISTENT));
        assertThat(refused.refusal()).isEqualTo(Refusal.SESSION_OVER);
        assertThat(await(session.read(ReadRequest.of("/")))).isInstanceOf(Failed.class);
        Centers.awaitState(session, RegistrySession.State.CLOSED);
    }

    @Test
    void a_file_of_h2_is_released(@TempDir Path directory) {
        JdbcConfiguration configuration =
                new JdbcConfiguration("jdbc:h2:file:" + directory.resolve("registry"), "closed");
        JdbcRegistryCenter center = Centers.start(configuration);
        commit(Centers.open(center), tx().create("/node", "", Mode.PERSISTENT));
        center.close();

        // Fails while a connection keeps the file locked.
        MVStore.open(directory.resolve("registry.mv.db").toString()).close();
    }
}
