package dev.elasticjob.lifecycle.domain;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;

/** Summary of a server across all its jobs. */
public final class ServerBriefInfo implements Comparable<ServerBriefInfo> {

    private static final Comparator<String> BY_ADDRESS = new AddressOrder();

    private final String serverIp;
    private final SortedSet<String> instances;
    private final SortedSet<String> jobNames;
    private final int disabledJobsNum;

    public ServerBriefInfo(
            String serverIp, Collection<String> instances, Collection<String> jobNames, int disabledJobsNum) {
        this.serverIp = serverIp;
        this.instances = Collections.unmodifiableSortedSet(new TreeSet<>(instances));
        this.jobNames = Collections.unmodifiableSortedSet(new TreeSet<>(jobNames));
        this.disabledJobsNum = disabledJobsNum;
    }

    public String getServerIp() {
        return serverIp;
    }

    /** Returns the ids of the live instances. A process has one id per job. */
    public SortedSet<String> getInstances() {
        return instances;
    }

    /** Returns the jobs on this server. */
    public SortedSet<String> getJobNames() {
        return jobNames;
    }

    public int getInstancesNum() {
        return instances.size();
    }

    public int getJobsNum() {
        return jobNames.size();
    }

    /** Returns the number of jobs for which the server is disabled. */
    public int getDisabledJobsNum() {
        return disabledJobsNum;
    }

    /** Compares the addresses numerically. */
    @Override
    public int compareTo(ServerBriefInfo other) {
        return BY_ADDRESS.compare(serverIp, other.serverIp);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ServerBriefInfo that
                && serverIp.equals(that.serverIp)
                && instances.equals(that.instances)
                && jobNames.equals(that.jobNames)
                && disabledJobsNum == that.disabledJobsNum;
    }

    @Override
    public int hashCode() {
        return serverIp.hashCode();
    }

    @Override
    public String toString() {
        return serverIp + " (" + getInstancesNum() + " instances, " + getJobsNum() + " jobs, " + disabledJobsNum
                + " disabled)";
    }
}
