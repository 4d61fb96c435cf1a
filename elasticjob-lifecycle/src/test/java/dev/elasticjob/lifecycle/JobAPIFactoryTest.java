package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.lifecycle.api.JobConfigurationAPI;
import dev.elasticjob.lifecycle.api.JobOperateAPI;
import dev.elasticjob.lifecycle.api.JobStatisticsAPI;
import dev.elasticjob.lifecycle.api.ServerStatisticsAPI;
import dev.elasticjob.lifecycle.api.ShardingOperateAPI;
import dev.elasticjob.lifecycle.api.ShardingStatisticsAPI;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.test.cluster.CountingCenter;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Creates the interfaces for an address, for a center and in a session. */
class JobAPIFactoryTest extends OnZookeeper {

    private static Set<Thread> clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().contains("-SendThread(")
                        || each.getName().startsWith("elasticjob-zookeeper-timer"))
                .collect(Collectors.toSet());
    }

    @Test
    void all_interfaces_of_one_address_work_over_one_connection_that_ends_with_the_last() {
        tree.job("job", 2);
        Set<Thread> before = clientThreads();
        try (JobStatisticsAPI jobs = JobAPIFactory.createJobStatisticsAPI(servers(), namespace, null)) {
            assertThat(jobs.getJobsTotalCount()).isEqualTo(1);
            Set<Thread> one = clientThreads();
            try (JobConfigurationAPI configurations =
                            JobAPIFactory.createJobConfigurationAPI(servers(), namespace, "");
                    JobOperateAPI operate = JobAPIFactory.createJobOperateAPI(servers(), namespace, null);
                    ShardingOperateAPI items = JobAPIFactory.createShardingOperateAPI(servers(), namespace, null);
                    ServerStatisticsAPI servers = JobAPIFactory.createServerStatisticsAPI(servers(), namespace, null);
                    ShardingStatisticsAPI sharding =
                            JobAPIFactory.createShardingStatisticsAPI("zookeeper://" + servers(), namespace, null)) {
                assertThat(configurations.getJobConfiguration("job").getShardingTotalCount())
                        .isEqualTo(2);
                operate.disable("job", null);
                items.disable("job", "0");
                assertThat(servers.getServersTotalCount()).isEqualTo(2);
                assertThat(sharding.getShardingInfo("job")).hasSize(2);
            }
            assertThat(jobs.getJobsTotalCount()).isEqualTo(1);
            await("only the first connection is left").until(() -> one.containsAll(clientThreads()));
        }
        await("the connection has ended").until(() -> before.containsAll(clientThreads()));
    }

    @Test
    void a_closed_interface_says_so_and_closing_twice_takes_nothing_from_others() {
        JobStatisticsAPI first = JobAPIFactory.createJobStatisticsAPI(servers(), namespace, null);
        JobStatisticsAPI second = JobAPIFactory.createJobStatisticsAPI(servers(), namespace, null);
        first.close();
        first.close();
        assertThat(second.getJobsTotalCount()).isZero();
        second.close();
        assertThatThrownBy(second::getJobsTotalCount)
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void a_kind_of_registry_that_is_not_there_is_named() {
        assertThatThrownBy(() -> JobAPIFactory.createJobStatisticsAPI("etcd://127.0.0.1:2379", "x", null))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("etcd://")
                .hasMessageContaining("[zookeeper]");
    }

    @Test
    void the_module_of_an_address_of_a_database_is_named_without_its_password() {
        assertThatThrownBy(() -> JobAPIFactory.createJobStatisticsAPI(
                        "jdbc:postgresql://me:secret@db/jobs?password=secret", "x", null))
                .isInstanceOf(RegistryException.class)
                .hasMessage("No registry for the address 'jdbc:…' is on the class path; known are [zookeeper]. Add the"
                        + " dependency dev.elasticjob:elasticjob-registry-jdbc and the driver of the database");
    }

    @Test
    void operations_work_over_another_registry_and_leave_center_and_session_open() {
        try (InMemoryRegistryCenter center = new InMemoryRegistryCenter(new InMemoryRegistry(), "memory")) {
            center.init();
            Tree inMemory = new Tree(center);
            inMemory.job("job", 1);
            var session = center.openSession().toCompletableFuture().join();
            try (RegistryOperations operations = RegistryOperations.in(session)) {
                operations.jobOperate().trigger("job");
                operations.jobConfiguration().removeJobConfiguration("job");
            }
            assertThat(session.state().name()).isEqualTo("CONNECTED");
            try (RegistryOperations operations = RegistryOperations.on(center)) {
                assertThat(operations.jobs().names()).isEmpty();
            }
            inMemory.job("again", 1);
            assertThat(inMemory.exists("/again/config")).isTrue();
        }
    }

    @Test
    void a_session_that_was_lost_is_replaced_by_the_next_call() {
        InMemoryRegistry registry = new InMemoryRegistry();
        try (InMemoryRegistryCenter center = new InMemoryRegistryCenter(registry, "memory")) {
            center.init();
            new Tree(center).job("job", 1);
            var counting = new CountingCenter(center);
            try (RegistryOperations operations = RegistryOperations.on(counting)) {
                assertThat(operations.jobs().names()).containsExactly("job");
                registry.control(counting.sessions().get(0)).expire();
                assertThat(operations.jobs().names()).containsExactly("job");
                operations.jobOperate().disable("job", null);
            }
            assertThat(counting.sessions()).hasSize(2);
        }
    }

    @Test
    void an_edit_whose_answer_was_lost_is_looked_up() {
        InMemoryRegistry registry = new InMemoryRegistry();
        try (InMemoryRegistryCenter center = new InMemoryRegistryCenter(registry, "memory")) {
            center.init();
            new Tree(center).job("job", 1);
            var session = center.openSession().toCompletableFuture().join();
            try (RegistryOperations operations = RegistryOperations.in(session)) {
                var api = operations.jobConfiguration();
                var read = api.getJobConfiguration("job");
                read.setDescription("landed");
                registry.control(session).loseNextCommitAfterApplying();
                registry.control(session).resume();
                CompletableFuture<Void> edit = CompletableFuture.runAsync(() -> api.updateJobConfiguration(read));
                await("the edit is known to have landed").until(() -> {
                    registry.control(session).resume();
                    return edit.isDone();
                });
                edit.join();
                assertThat(api.getJobConfiguration("job").getDescription()).isEqualTo("landed");
            }
        }
    }
}
