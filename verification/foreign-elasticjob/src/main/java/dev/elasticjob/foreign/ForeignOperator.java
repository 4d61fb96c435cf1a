package dev.elasticjob.foreign;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.apache.shardingsphere.elasticjob.infra.pojo.JobConfigurationPOJO;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.JobAPIFactory;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.JobConfigurationAPI;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.JobOperateAPI;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.JobStatisticsAPI;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.ServerStatisticsAPI;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.ShardingOperateAPI;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.ShardingStatisticsAPI;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.domain.JobBriefInfo;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.domain.ServerBriefInfo;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.domain.ShardingInfo;

/**
 * An operator that uses the lifecycle library of ElasticJob 3.0.4. It answers every command with lines that end with
 * {@code end}.
 */
public final class ForeignOperator {

    private final JobConfigurationAPI configurations;
    private final JobOperateAPI jobs;
    private final ShardingOperateAPI items;
    private final JobStatisticsAPI jobStatistics;
    private final ServerStatisticsAPI serverStatistics;
    private final ShardingStatisticsAPI itemStatistics;

    private ForeignOperator(String servers, String namespace) {
        configurations = JobAPIFactory.createJobConfigurationAPI(servers, namespace, null);
        jobs = JobAPIFactory.createJobOperateAPI(servers, namespace, null);
        items = JobAPIFactory.createShardingOperateAPI(servers, namespace, null);
        jobStatistics = JobAPIFactory.createJobStatisticsAPI(servers, namespace, null);
        serverStatistics = JobAPIFactory.createServerStatisticsAPI(servers, namespace, null);
        itemStatistics = JobAPIFactory.createShardingStatisticsAPI(servers, namespace, null);
    }

    /** @param arguments servers and namespace */
    public static void main(String[] arguments) throws IOException {
        ForeignOperator operator = new ForeignOperator(arguments[0], arguments[1]);
        System.out.println("ready");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            try {
                operator.obey(line.split(" "));
            } catch (IOException | RuntimeException failed) {
                failed.printStackTrace();
                System.out.println("error " + failed);
            }
            System.out.println("end");
        }
        Runtime.getRuntime().halt(0);
    }

    /** Executes a command; {@code -} stands for null. */
    private void obey(String[] words) throws IOException {
        String first = words.length > 1 && !words[1].equals("-") ? words[1] : null;
        String second = words.length > 2 && !words[2].equals("-") ? words[2] : null;
        switch (words[0]) {
            case "jobs" -> {
                System.out.println(jobStatistics.getJobsTotalCount());
                tell(jobStatistics.getAllJobsBriefInfo());
            }
            case "jobs-of" -> tell(jobStatistics.getJobsBriefInfo(first));
            case "job" -> System.out.println(words(jobStatistics.getJobBriefInfo(first)));
            case "servers" -> {
                System.out.println(serverStatistics.getServersTotalCount());
                for (ServerBriefInfo each : serverStatistics.getAllServersBriefInfo()) {
                    System.out.println(each.getServerIp() + " " + each.getInstancesNum() + " " + each.getJobsNum() + " "
                            + each.getDisabledJobsNum());
                }
            }
            case "items" -> {
                for (ShardingInfo each : itemStatistics.getShardingInfo(first)) {
                    System.out.println(each.getItem() + " " + each.getStatus() + " " + each.getServerIp() + " "
                            + each.getInstanceId() + " " + each.isFailover());
                }
            }
            case "trigger" -> jobs.trigger(first);
            case "disable" -> jobs.disable(first, second);
            case "enable" -> jobs.enable(first, second);
            case "shutdown" -> jobs.shutdown(first, second);
            case "remove" -> jobs.remove(first, second);
            case "disable-item" -> items.disable(first, second);
            case "enable-item" -> items.enable(first, second);
            case "parameter" -> {
                JobConfigurationPOJO configuration = configurations.getJobConfiguration(first);
                System.out.println(configuration.getCron() + " " + configuration.getJobParameter());
                configuration.setJobParameter(second);
                configurations.updateJobConfiguration(configuration);
            }
            case "remove-job" -> configurations.removeJobConfiguration(first);
            case "dump" -> System.out.println(jobs.dump(first, second, Integer.parseInt(words[3])));
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    private static void tell(Collection<JobBriefInfo> jobs) {
        jobs.forEach(each -> System.out.println(words(each)));
    }

    private static String words(JobBriefInfo job) {
        return job.getJobName() + " " + job.getStatus() + " " + job.getInstanceCount() + " "
                + job.getShardingTotalCount() + " " + job.getCron();
    }
}
