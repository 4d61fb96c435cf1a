package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.lifecycle.domain.JobBriefInfo;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Verifies that the number of requests for a list, as counted by the server, grows with its size in bytes, not with the number
 * of jobs.
 */
class ManyJobsTest extends OnZookeeper {

    private static final int JOBS = 10_000;
    private static final int STALE_SERVERS = 3_000;
    private static final int MOST_REQUESTS = 60;

    private static final Pattern CONNECTION = Pattern.compile("sid=0x(\\p{XDigit}+),.*lcxid=0x(\\p{XDigit}+)");

    /**
     * Returns the number of requests of all clients so far. A client numbers its requests, and the server reports the latest
     * number of each connection. Pings have no number, so the duration of a test does not matter.
     */
    private static int requests() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.getOutputStream().write("cons".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            Map<String, Integer> requests = new HashMap<>();
            Matcher connection = CONNECTION.matcher(answer);
            while (connection.find()) {
                requests.put(connection.group(1), Integer.parseInt(connection.group(2), 16));
            }
            assertThat(requests).as(answer).isNotEmpty();
            return requests.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    private static final String INSTANCE = "10.0.0.1@-@99-0f3k";
    private static final String FOREIGN = "10.0.0.1@-@99";

    private static String name(int number) {
        return String.format("com.example.batch.nightly-job-%05d", number);
    }

    /**
     * Adds a job of this engine. Its item nodes name a foreign owner, but its epoch assigns the items to this engine's
     * instance.
     */
    private static void add(Map<String, String> nodes, int number) {
        String name = name(number);
        String job = "/" + name;
        nodes.put(job, "com.example.batch.NightlyJob");
        nodes.put(
                job + "/config",
                Tree.config(
                        name,
                        3,
                        "failover: true\n"
                                + "misfire: true\n"
                                + "monitorExecution: true\n"
                                + "jobParameter: parameter\n"
                                + "shardingItemParameters: 0=Beijing,1=Shanghai,2=Guangzhou\n"
                                + "timeZone: Asia/Shanghai\n"));
        nodes.put(job + "/servers/10.0.0.1", "ENABLED");
        nodes.put(job + "/instances/" + INSTANCE, "");
        nodes.put(
                job + "/leader/sharding",
                "number 1\nstate open\ntotal 3\nsince 0\nmonitor true\nmembers " + INSTANCE + "\nowners 0,0,0\n");
        for (int item = 0; item < 3; item++) {
            nodes.put(job + "/sharding/" + item + "/instance", FOREIGN);
        }
        nodes.put(job + "/servers/10.1." + (number % STALE_SERVERS) / 250 + "." + number % STALE_SERVERS % 250, "");
    }

    private void fill() {
        Map<String, String> nodes = new HashMap<>();
        for (int i = 0; i < JOBS; i++) {
            add(nodes, i);
        }
        tree.putAll(nodes);
    }

    private void giveToAnotherEngine() {
        Map<String, String> nodes = new HashMap<>();
        List<String> gone = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            nodes.put("/" + name(i) + "/instances/" + FOREIGN, "");
            gone.add("/" + name(i) + "/instances/" + INSTANCE);
        }
        tree.putAll(nodes);
        tree.deleteAll(gone);
    }

    @Test
    void ten_thousand_jobs_and_three_thousand_stale_servers_are_listed_in_sixty_requests_whosever_they_are()
            throws IOException {
        fill();
        operations.jobs().overviews(List.of("none"));

        int before = requests();
        Collection<JobBriefInfo> jobs = operations.jobStatistics().getAllJobsBriefInfo();
        int list = requests() - before;
        assertThat(operations
                        .jobs()
                        .overview("com.example.batch.nightly-job-00042")
                        .epoch())
                .isPresent();
        assertThat(jobs)
                .hasSize(JOBS)
                .allMatch(each -> each.getStatus() == JobStatus.OK
                        && each.getShardingTotalCount() == 3
                        && each.getInstanceCount() == 1);
        assertThat(list).as("requests for the list").isLessThanOrEqualTo(MOST_REQUESTS);

        before = requests();
        assertThat(operations.serverStatistics().getAllServersBriefInfo()).hasSize(STALE_SERVERS + 1);
        assertThat(requests() - before).as("requests for the servers").isLessThanOrEqualTo(MOST_REQUESTS);

        before = requests();
        assertThat(operations.jobStatistics().getJobsTotalCount()).isEqualTo(JOBS);
        assertThat(operations
                        .jobs()
                        .overview("com.example.batch.nightly-job-00042")
                        .status())
                .isEqualTo(JobStatus.OK);
        assertThat(requests() - before).as("requests for a number and a job").isLessThanOrEqualTo(20);

        giveToAnotherEngine();
        before = requests();
        jobs = operations.jobStatistics().getAllJobsBriefInfo();
        list = requests() - before;
        assertThat(operations
                        .jobs()
                        .overview("com.example.batch.nightly-job-00042")
                        .epoch())
                .as("what another engine does not know")
                .isEmpty();
        assertThat(jobs).hasSize(JOBS).allMatch(each -> each.getStatus() == JobStatus.OK);
        assertThat(list).as("requests for the list of another engine's jobs").isLessThanOrEqualTo(MOST_REQUESTS);
    }
}
