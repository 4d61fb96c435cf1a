package com.example.tutorial;

import com.dangdang.ddframe.job.config.JobCoreConfiguration;
import com.dangdang.ddframe.job.config.dataflow.DataflowJobConfiguration;
import com.dangdang.ddframe.job.config.script.ScriptJobConfiguration;
import com.dangdang.ddframe.job.config.simple.SimpleJobConfiguration;
import com.dangdang.ddframe.job.event.JobEventConfiguration;
import com.dangdang.ddframe.job.event.rdb.JobEventRdbConfiguration;
import com.dangdang.ddframe.job.executor.handler.JobProperties.JobPropertiesEnum;
import com.dangdang.ddframe.job.lite.api.JobScheduler;
import com.dangdang.ddframe.job.lite.api.strategy.impl.AverageAllocationJobShardingStrategy;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import com.dangdang.ddframe.job.lite.internal.schedule.JobRegistry;
import com.dangdang.ddframe.job.lite.internal.schedule.JobScheduleController;
import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperConfiguration;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.h2.jdbcx.JdbcConnectionPool;

/** Jobs that are configured on three levels. The JVM stays alive after main. */
public class TutorialMain {

    public static void main(String[] args) throws Exception {
        ZookeeperConfiguration zkConfig = new ZookeeperConfiguration(args[0], args[1]);
        zkConfig.setSessionTimeoutMilliseconds(10000);
        CoordinatorRegistryCenter regCenter = new ZookeeperRegistryCenter(zkConfig);
        regCenter.init();
        DataSource dataSource = JdbcConnectionPool.create("jdbc:h2:mem:log;DB_CLOSE_DELAY=-1", "sa", "");
        JobEventConfiguration jobEventConfig = new JobEventRdbConfiguration(dataSource);

        JobCoreConfiguration simpleCoreConfig = JobCoreConfiguration.newBuilder("MySimpleJob", "0/2 * * * * ?", 4)
                .shardingItemParameters("0=RDP, 1=CORE, 2=SIMS, 3=ECIF")
                .jobProperties(JobPropertiesEnum.JOB_EXCEPTION_HANDLER.getKey(), MyExceptionHandler.class.getCanonicalName())
                .jobProperties(JobPropertiesEnum.EXECUTOR_SERVICE_HANDLER.getKey(), MyExecutorServiceHandler.class.getCanonicalName())
                .build();
        SimpleJobConfiguration simpleJobConfig =
                new SimpleJobConfiguration(simpleCoreConfig, MySimpleJob.class.getCanonicalName());
        String jobShardingStrategyClass = AverageAllocationJobShardingStrategy.class.getCanonicalName();
        LiteJobConfiguration simpleJobRootConfig = LiteJobConfiguration.newBuilder(simpleJobConfig)
                .jobShardingStrategyClass(jobShardingStrategyClass).overwrite(true).build();
        new JobScheduler(regCenter, simpleJobRootConfig, jobEventConfig, new MyDistributeOnceListener(5000L, 10000L)).init();

        new JobScheduler(regCenter, LiteJobConfiguration.newBuilder(new DataflowJobConfiguration(
                JobCoreConfiguration.newBuilder("MyDataFlowJob", "0/2 * * * * ?", 1).build(),
                MyDataFlowJob.class.getCanonicalName(), true)).build()).init();

        new JobScheduler(regCenter, LiteJobConfiguration.newBuilder(new ScriptJobConfiguration(
                JobCoreConfiguration.newBuilder("MyScriptJob", "0 0 0 1 1 ? 2099", 1).build(), args[2])).build()).init();
        JobScheduleController controller = JobRegistry.getInstance().getJobScheduleController("MyScriptJob");
        controller.triggerJob();

        System.out.println("unknown | " + JobRegistry.getInstance().getJobScheduleController("NoSuchJob"));
        controller.pauseJob();
        System.out.println("paused | " + controller.isPaused());
        controller.resumeJob();
        System.out.println("paused | " + controller.isPaused());
        controller.rescheduleJob("0 0 1 1 1 ? 2099");
        System.out.println("rescheduled | " + regCenter.getDirectly("/MyScriptJob/config").contains("0 0 1 1 1 ? 2099"));

        CuratorFramework client = ((ZookeeperRegistryCenter) regCenter).getClient();
        System.out.println("children | " + client.getChildren().forPath("/").contains("MySimpleJob"));
        InterProcessMutex lock = new InterProcessMutex(client, "/locks/tutorial");
        lock.acquire();
        System.out.println("locked | " + lock.isAcquiredInThisProcess());
        lock.release();
        regCenter.persist("/mine/node", "中文");
        System.out.println("persisted | " + new String(client.getData().forPath("/mine/node"), "UTF-8").equals("中文"));

        long rows = 0;
        while (rows == 0) {
            try (Connection connection = dataSource.getConnection();
                    ResultSet count = connection.createStatement().executeQuery(
                            "SELECT COUNT(*) FROM JOB_EXECUTION_LOG WHERE job_name = 'MySimpleJob' AND complete_time IS NOT NULL")) {
                count.next();
                rows = count.getLong(1);
            } catch (SQLException e) {
                System.err.println("not yet: " + e.getMessage());
                Thread.sleep(100);
            }
        }
        System.out.println("history | " + (rows > 0));
    }
}
