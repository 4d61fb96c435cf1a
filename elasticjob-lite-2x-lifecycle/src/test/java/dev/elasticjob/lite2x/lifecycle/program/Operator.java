package dev.elasticjob.lite2x.lifecycle.program;

import com.dangdang.ddframe.job.lite.lifecycle.api.JobAPIFactory;
import com.dangdang.ddframe.job.lite.lifecycle.api.JobOperateAPI;
import com.dangdang.ddframe.job.lite.lifecycle.api.JobSettingsAPI;
import com.dangdang.ddframe.job.lite.lifecycle.api.JobStatisticsAPI;
import com.dangdang.ddframe.job.lite.lifecycle.api.ServerStatisticsAPI;
import com.dangdang.ddframe.job.lite.lifecycle.api.ShardingOperateAPI;
import com.dangdang.ddframe.job.lite.lifecycle.api.ShardingStatisticsAPI;
import com.dangdang.ddframe.job.lite.lifecycle.domain.JobBriefInfo;
import com.dangdang.ddframe.job.lite.lifecycle.domain.JobSettings;
import com.dangdang.ddframe.job.lite.lifecycle.domain.ServerBriefInfo;
import com.dangdang.ddframe.job.lite.lifecycle.domain.ShardingInfo;
import com.google.common.base.Optional;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Displays and changes the job {@code operated}, and prints the results. */
public final class Operator {

    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(50);
    private static final String JOB = "operated";

    private Operator() {}

    /**
     * Runs the operations.
     *
     * @param args address of the servers, namespace
     */
    public static void main(String[] args) {
        Optional<String> none = Optional.absent();
        JobStatisticsAPI jobs = JobAPIFactory.createJobStatisticsAPI(args[0], args[1], none);
        ServerStatisticsAPI servers = JobAPIFactory.createServerStatisticsAPI(args[0], args[1], none);
        ShardingStatisticsAPI items = JobAPIFactory.createShardingStatisticsAPI(args[0], args[1], none);
        JobSettingsAPI settings = JobAPIFactory.createJobSettingsAPI(args[0], args[1], none);
        JobOperateAPI operate = JobAPIFactory.createJobOperateAPI(args[0], args[1], none);
        ShardingOperateAPI itemOperate = JobAPIFactory.createShardingOperateAPI(args[0], args[1], none);
        Optional<String> job = Optional.of(JOB);

        print("jobs " + jobs.getJobsTotalCount() + " " + job(jobs));
        for (ServerBriefInfo each : servers.getAllServersBriefInfo()) {
            print("server " + each.getJobsNum() + " jobs, " + each.getInstancesNum() + " instances, "
                    + each.getDisabledJobsNum() + " disabled");
        }
        JobSettings found = settings.getJobSettings(JOB);
        print("settings " + describe(found));

        found.setShardingTotalCount(3);
        found.setShardingItemParameters("0=A,1=B,2=C");
        found.setCron("0 0 0 1 1 ? 2098");
        settings.updateJobSettings(found);
        print("edited " + describe(settings.getJobSettings(JOB)));
        // An engine of 2.1.5 assigns items when the job runs.
        await("items after the edit", "{0=PENDING, 1=PENDING, 2=PENDING}", () -> items(items));

        itemOperate.disable(JOB, "1");
        await("items with one disabled", "{0=PENDING, 1=DISABLED, 2=PENDING}", () -> items(items));
        itemOperate.enable(JOB, "1");
        await("items", "{0=PENDING, 1=PENDING, 2=PENDING}", () -> items(items));

        operate.disable(job, Optional.<String>absent());
        await(
                "status after disabling",
                "DISABLED",
                () -> jobs.getJobBriefInfo(JOB).getStatus().name());
        operate.enable(job, Optional.<String>absent());
        await(
                "status after enabling",
                "OK",
                () -> jobs.getJobBriefInfo(JOB).getStatus().name());

        operate.trigger(job, Optional.<String>absent());
        print("triggered");
        readLine();

        operate.shutdown(job, Optional.<String>absent());
        await(
                "status after shutdown",
                "CRASHED",
                () -> jobs.getJobBriefInfo(JOB).getStatus().name());
        operate.remove(job, Optional.<String>absent());
        print("servers " + servers.getServersTotalCount());
        settings.removeJobSettings(JOB);
        print("jobs " + jobs.getJobsTotalCount());
        System.exit(0);
    }

    private static void readLine() {
        try {
            System.in.read();
        } catch (java.io.IOException closed) {
            throw new IllegalStateException(closed);
        }
    }

    private static String job(JobStatisticsAPI jobs) {
        JobBriefInfo info = jobs.getJobBriefInfo(JOB);
        return info.getJobName() + " " + info.getStatus() + " '" + info.getDescription() + "' " + info.getCron() + " "
                + info.getInstanceCount() + " " + info.getShardingTotalCount() + " of "
                + jobs.getAllJobsBriefInfo().size();
    }

    private static String describe(JobSettings settings) {
        return settings.getJobType() + " " + settings.getJobClass() + " " + settings.getCron() + " "
                + settings.getShardingTotalCount() + " '" + settings.getShardingItemParameters() + "' '"
                + settings.getJobParameter() + "' '" + settings.getDescription() + "' " + settings.isFailover()
                + settings.isMisfire() + settings.isMonitorExecution() + " " + settings.getMonitorPort() + " "
                + settings.getMaxTimeDiffSeconds() + " " + settings.getReconcileIntervalMinutes() + " "
                + settings.getJobShardingStrategyClass() + " " + new TreeMap<>(settings.getJobProperties());
    }

    private static String items(ShardingStatisticsAPI items) {
        Map<Integer, String> result = new TreeMap<>();
        for (ShardingInfo each : items.getShardingInfo(JOB)) {
            result.put(each.getItem(), each.getStatus().name());
        }
        return result.toString();
    }

    private static void await(String what, String expected, Supplier<String> actual) {
        long end = System.nanoTime() + LONGEST_WAIT;
        while (!actual.get().equals(expected)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(what + ": expected " + expected + " but is " + actual.get());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        print(what + " " + expected);
    }

    private static void print(String line) {
        System.out.println(line);
    }
}
