package com.dangdang.ddframe.job.lite.lifecycle.domain;

import java.io.Serializable;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Summary of a server for all its jobs. */
public final class ServerBriefInfo implements Serializable, Comparable<ServerBriefInfo> {

    private static final long serialVersionUID = 1L;

    private final String serverIp;
    private final Set<String> instances = new HashSet<>();
    private final Set<String> jobNames = new HashSet<>();
    private int instancesNum;
    private int jobsNum;
    private AtomicInteger disabledJobsNum = new AtomicInteger();

    public ServerBriefInfo(String serverIp) {
        this.serverIp = serverIp;
    }

    public String getServerIp() {
        return serverIp;
    }

    public Set<String> getInstances() {
        return instances;
    }

    public Set<String> getJobNames() {
        return jobNames;
    }

    public int getInstancesNum() {
        return instancesNum;
    }

    public int getJobsNum() {
        return jobsNum;
    }

    public AtomicInteger getDisabledJobsNum() {
        return disabledJobsNum;
    }

    public void setInstancesNum(int instancesNum) {
        this.instancesNum = instancesNum;
    }

    public void setJobsNum(int jobsNum) {
        this.jobsNum = jobsNum;
    }

    public void setDisabledJobsNum(AtomicInteger disabledJobsNum) {
        this.disabledJobsNum = disabledJobsNum;
    }

    @Override
    public int compareTo(ServerBriefInfo other) {
        return serverIp.compareTo(other.serverIp);
    }
}
