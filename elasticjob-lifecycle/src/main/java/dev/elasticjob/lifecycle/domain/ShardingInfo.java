package dev.elasticjob.lifecycle.domain;

import java.util.Objects;

/** An item of a job. */
public final class ShardingInfo implements Comparable<ShardingInfo> {

    /** State of an item; the first that applies. */
    public enum ShardingStatus {
        /** An operator has disabled the item. */
        DISABLED,
        RUNNING,
        /** The item has no live owner. */
        SHARDING_FLAG,
        /** The item waits for its next run. */
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

    /** Returns the server of the owner; empty if there is no owner. */
    public String getServerIp() {
        return serverIp;
    }

    /** Returns the id of the owner; empty if there is no owner. */
    public String getInstanceId() {
        return instanceId;
    }

    public ShardingStatus getStatus() {
        return status;
    }

    /** Returns whether the run has failed over to another instance. */
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
