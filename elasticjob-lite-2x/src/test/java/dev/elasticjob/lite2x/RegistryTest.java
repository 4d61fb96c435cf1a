package dev.elasticjob.lite2x;

import static org.assertj.core.api.Assertions.assertThat;

import com.dangdang.ddframe.job.lite.api.JobScheduler;
import com.dangdang.ddframe.job.lite.internal.schedule.JobRegistry;
import com.dangdang.ddframe.job.lite.internal.schedule.JobScheduleController;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.config.JobConfigurationCodec;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;

/** Tests the operations of the registry center, and the data of jobs in the registry. */
class RegistryTest extends OnZookeeper {

    private JobScheduleController start(String job) {
        new JobScheduler(center, counting(core(job)).build()).init();
        return JobRegistry.getInstance().getJobScheduleController(job);
    }

    @Test
    void nodes_are_read_and_written_as_by_2x() {
        center.persist("/a/b", "1");
        center.persist("/a/c", "2");
        center.update("/a/b", "3");
        center.update("/a/missing", "4");
        center.persistEphemeral("/a/e", "5");

        assertThat(center.get("/a/b")).isEqualTo("3");
        assertThat(center.get("/a")).isEmpty();
        assertThat(center.get("/a/missing")).isNull();
        assertThat(center.isExisted("/a/missing")).isFalse();
        assertThat(center.getChildrenKeys("/a")).containsExactly("e", "c", "b");
        assertThat(center.getNumChildren("/a")).isEqualTo(3);
        assertThat(center.getRegistryCenterTime("/a/time"))
                .isCloseTo(System.currentTimeMillis(), org.assertj.core.data.Offset.offset(60_000L));

        center.persistEphemeral("/a", "replaced");
        assertThat(center.getChildrenKeys("/a")).isEmpty();
        center.remove("/a");
        center.remove("/a");
        assertThat(center.isExisted("/a")).isFalse();
    }

    @Test
    void the_curator_client_sees_the_same_namespace() throws Exception {
        center.persist("/a", "1");

        CuratorFramework client = center.getClient();

        assertThat(client).isSameAs(center.getRawClient());
        assertThat(client.getData().forPath("/a")).isEqualTo("1".getBytes(StandardCharsets.UTF_8));
        assertThat(center.persistSequential("/s/n", "v")).isEqualTo("/s/n0000000000");
        center.persistEphemeralSequential("/e/n");
        assertThat(center.getChildrenKeys("/e")).containsExactly("n0000000000");
    }

    @Test
    void a_new_job_is_registered_in_the_format_of_2x_with_further_settings_that_2x_ignores() {
        new JobScheduler(
                        center,
                        counting(core("formats").shardingItemParameters("0=北京"))
                                .setting("timeZone", "Asia/Shanghai")
                                .setting("staticSharding", "true")
                                .setting("props.ej.example", "value")
                                .build())
                .init();

        String stored = center.get("/formats/config");

        assertThat(stored)
                .startsWith("{\"jobName\":\"formats\",\"jobClass\":\"" + Counting.class.getName() + "\"")
                .contains("\"shardingItemParameters\":\"0=北京\"")
                .endsWith("\"overwrite\":false,\"timeZone\":\"Asia/Shanghai\",\"staticSharding\":true,"
                        + "\"props\":{\"ej.example\":\"value\"}}");
    }

    @Test
    void an_edit_in_the_format_of_2x_takes_effect() {
        JobScheduleController controller = start("edited");
        center.update(
                "/edited/config",
                center.get("/edited/config").replace("\"shardingTotalCount\":1", "\"shardingTotalCount\":3"));

        await("new total").until(() -> JobRegistry.getInstance().getCurrentShardingTotalCount("edited") == 3);
        await("run of three items").until(() -> {
            controller.triggerJob();
            return runs("edited") >= 3;
        });
    }

    @Test
    void a_change_of_the_cron_keeps_the_format() {
        JobScheduleController controller = start("rescheduled");

        controller.rescheduleJob("0/1 * * * * ?");

        await("run").until(() -> runs("rescheduled") > 0);
        assertThat(center.get("/rescheduled/config")).startsWith("{").contains("\"cron\":\"0/1 * * * * ?\"");
    }

    @Test
    void a_job_that_another_api_has_registered_keeps_its_format() {
        String text = JobConfigurationCodec.encode(
                JobConfiguration.newBuilder("yaml", 2).cron(NEVER).build());
        center.persist("/yaml/config", text);

        JobScheduleController controller = start("yaml");
        controller.triggerJob();
        await("run of two items").until(() -> runs("yaml") == 2);
        assertThat(center.get("/yaml/config")).isEqualTo(text);
        controller.shutdown();

        new JobScheduler(center, counting(core("yaml")).overwrite(true).build()).init();
        assertThat(center.get("/yaml/config")).startsWith("cron:").contains("shardingTotalCount: 1", "overwrite: true");
    }

    @Test
    void a_console_of_2x_triggers_a_run() {
        start("triggered");
        String instance = JobRegistry.getInstance().getJobInstance("triggered").getJobInstanceId();

        assertThat(center.getChildrenKeys("/triggered/instances")).isEqualTo(List.of(instance));
        center.update("/triggered/instances/" + instance, "TRIGGER");

        await("run").until(() -> runs("triggered") == 1);
    }

    @Test
    void the_monitor_port_dumps_the_job() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        new JobScheduler(center, counting(core("dumped")).monitorPort(port).build()).init();

        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                BufferedReader answer =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            socket.getOutputStream().write("dump@dumped\n".getBytes(StandardCharsets.UTF_8));
            assertThat(answer.lines()).anyMatch(line -> line.startsWith("/dumped/config | "));
        }
    }
}
