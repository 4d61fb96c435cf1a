package dev.elasticjob.lifecycle.domain;

import java.util.Objects;

/** An item of a job. */
public final class ShardingInfo implements Comparable<ShardingInfo> {

    /** How an item stands; the first that applies. */
    public enum ShardingStatus {
        /** An operator does not want it to run. */
        DISABLED,
        RUNNING,
        /** It has no owner, or one that is gone. */
        SHARDING_FLAG,
        /** It waits for its next run. */
        PENDING
    }

    private final int item;
    private final String serverIp;
    private final String instanceId;
    private final ShardingStatus status;
    private final boolean failover;

    public ShardingInfo(int item, String serverIp, String instanceId, ShardingStatus status, boolean failover) {
        this.item = item;
        this.serverIp = serverIp;
        this.instanceId = instanceId;
        this.status = status;
        this.failover = failover;
    }

    public int getItem() {
        return item;
    }

    /** Of the owner; empty when there is none. */
    public String getServerIp() {
        return serverIp;
    }

    /** The owner; empty when there is none. */
    public String getInstanceId() {
        return instanceId;
    }

    public ShardingStatus getStatus() {
        return status;
    }

    /** Whether another instance has taken its run over. */
    public boolean isFailover() {
        return failover;
    }

    @Override
    public int compareTo(ShardingInfo other) {
        return Integer.compare(item, other.item);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ShardingInfo that
                && item == that.item
                && serverIp.equals(that.serverIp)
                && instanceId.equals(that.instanceId)
                && status == that.status
                && failover == that.failover;
    }

    @Override
    public int hashCode() {
        return Objects.hash(item, instanceId, status);
    }

    @Override
    public String toString() {
        return item + " " + status + (instanceId.isEmpty() ? "" : " of " + instanceId)
                + (failover ? ", taken over" : "");
    }
}
