package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ten thousand jobs and three thousand stale servers over REST. ZooKeeper counts the requests; durations are only logged. */
@ExtendWith(ManyJobs.class)
class ManyJobsTest {

    private static final Logger LOG = LoggerFactory.getLogger(ManyJobsTest.class);
    private static final Pattern RECEIVED = Pattern.compile("Received: (\\d+)");
    private static final int MOST_REQUESTS = 60;

    private final Client guest = SharedConsole.console().as(Role.GUEST);

    private static int requests() throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), SharedConsole.zookeeper().port())) {
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            Matcher received =
                    RECEIVED.matcher(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            assertThat(received.find()).isTrue();
            return Integer.parseInt(received.group(1));
        }
    }

    private Answer counted(String what, String path) throws IOException {
        int before = requests();
        long start = System.nanoTime();
        Answer answer = guest.get(path);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        int requests = requests() - before;
        LOG.info("{}: {} requests, {} ms", what, requests, took.toMillis());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(requests).as(what).isLessThanOrEqualTo(MOST_REQUESTS);
        return answer;
    }

    @Test
    void lists_over_ten_thousand_jobs_take_sixty_requests_at_most() throws IOException {
        Tree tree = ManyJobs.tree();
        guest.get(tree.api + "/jobs?size=1");

        assertThat(counted("a page of 100 by name", tree.api + "/jobs?size=100&page=7")
                        .json()
                        .get("total")
                        .asInt())
                .isEqualTo(ManyJobs.JOBS);
        assertThat(counted("a page of 100 by status", tree.api + "/jobs?size=100&sort=status&status=OK")
                        .json()
                        .get("total")
                        .asInt())
                .isEqualTo(ManyJobs.JOBS);
        assertThat(counted("a search", tree.api + "/jobs?search=00042")
                        .json()
                        .get("total")
                        .asInt())
                .isEqualTo(1);
        assertThat(counted("stale servers", tree.api + "/servers?stale=true&size=1000")
                        .json()
                        .get("total")
                        .asInt())
                .isEqualTo(ManyJobs.STALE_SERVERS);
        assertThat(counted("the summary", tree.api + "/summary")
                        .json()
                        .get("staleServers")
                        .asInt())
                .isEqualTo(ManyJobs.STALE_SERVERS);
        assertThat(counted("what is overdue", tree.api + "/overdue")
                        .json()
                        .get("total")
                        .asInt())
                .as("no job has run since")
                .isEqualTo(ManyJobs.JOBS);
        assertThat(counted("a search over everything", tree.api + "/search?text=10.1.0.7")
                        .json()
                        .get("servers")
                        .isEmpty())
                .isFalse();
        assertThat(counted("a search for a run", tree.api + "/search?text=cron-1700000000000")
                        .json()
                        .get("runs")
                        .isEmpty())
                .isFalse();
        counted("a page of 100 by name, again", tree.api + "/jobs?size=100&page=8");
        counted("a page of 100 by status, again", tree.api + "/jobs?size=100&sort=status&status=OK");
        counted("the summary, again", tree.api + "/summary");
        counted("what is overdue, again", tree.api + "/overdue");
        counted("a job", tree.api + "/jobs/com.example.batch.nightly-job-00042");
    }
}
