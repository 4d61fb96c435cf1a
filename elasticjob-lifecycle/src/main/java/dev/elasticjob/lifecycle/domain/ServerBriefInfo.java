package dev.elasticjob.lifecycle.domain;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;

/** A server over all its jobs. */
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

    /** Ids of the instances that are there now. One process has an id for each of its jobs. */
    public SortedSet<String> getInstances() {
        return instances;
    }

    /** The jobs that know this server. */
    public SortedSet<String> getJobNames() {
        return jobNames;
    }

    public int getInstancesNum() {
        return instances.size();
    }

    public int getJobsNum() {
        return jobNames.size();
    }

    /** Of how many jobs it is disabled. */
    public int getDisabledJobsNum() {
        return disabledJobsNum;
    }

    /** Compares the addresses, by their numbers. */
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
