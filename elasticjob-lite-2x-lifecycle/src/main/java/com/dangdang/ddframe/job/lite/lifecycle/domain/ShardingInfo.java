package com.dangdang.ddframe.job.lite.lifecycle.domain;

import java.io.Serializable;

/** An item of a job. */
public final class ShardingInfo implements Serializable, Comparable<ShardingInfo> {

    private static final long serialVersionUID = 1L;

    /** The state of an item. */
    public enum ShardingStatus {
        DISABLED,
        RUNNING,
        SHARDING_FLAG,
        PENDING;

        public static ShardingStatus getShardingStatus(boolean isDisabled, boolean isRunning, boolean isShardingFlag) {
            if (isDisabled) {
                return DISABLED;
            }
            if (isRunning) {
                return RUNNING;
            }
            return isShardingFlag ? SHARDING_FLAG : PENDING;
        }
    }

    private int item;
    private String serverIp;
    private String instanceId;
    private ShardingStatus status;
    private boolean failover;

    public int getItem() {
        return item;
    }

    public String getServerIp() {
        return serverIp;
    }

    public String getInstanceId() {
        return instanceId;
    }

    public ShardingStatus getStatus() {
        return status;
    }

    public boolean isFailover() {
        return failover;
    }

    public void setItem(int item) {
        this.item = item;
    }

    public void setServerIp(String serverIp) {
        this.serverIp = serverIp;
    }

    public void setInstanceId(String instanceId) {
        this.instanceId = instanceId;
    }

    public void setStatus(ShardingStatus status) {
        this.status = status;
    }

    public void setFailover(boolean failover) {
        this.failover = failover;
    }

    @Override
    public int compareTo(ShardingInfo other) {
        return Integer.compare(item, other.item);
    }
}
