package com.dangdang.ddframe.job.context;

import com.dangdang.ddframe.job.util.config.ShardingItems;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** The parts of a task id, {@code job@-@0,1@-@READY@-@slave@-@uuid}. */
public final class TaskContext {

    private static final String DELIMITER = "@-@";
    private static final String UNASSIGNED_SLAVE_ID = "unassigned-slave";
    private static final int PARTS = 5;

    private String id;
    private final MetaInfo metaInfo;
    private final ExecutionType type;
    private String slaveId;
    private boolean idle;

    public TaskContext(String jobName, List<Integer> shardingItems, ExecutionType type) {
        this(jobName, shardingItems, type, UNASSIGNED_SLAVE_ID);
    }

    public TaskContext(String jobName, List<Integer> shardingItems, ExecutionType type, String slaveId) {
        this(
                new MetaInfo(jobName, shardingItems),
                type,
                slaveId,
                UUID.randomUUID().toString());
    }

    private TaskContext(MetaInfo metaInfo, ExecutionType type, String slaveId, String uuid) {
        this.metaInfo = metaInfo;
        this.type = type;
        this.slaveId = slaveId;
        id = String.join(DELIMITER, metaInfo.toString(), type.toString(), slaveId, uuid);
    }

    /**
     * Parses an id.
     *
     * @throws IllegalStateException if the id does not have five parts
     */
    public static TaskContext from(String id) {
        String[] parts = id.split(DELIMITER, -1);
        if (parts.length != PARTS) {
            throw new IllegalStateException("Task id '" + id + "' must have " + PARTS + " parts, such as"
                    + " job@-@0,1@-@READY@-@slave@-@uuid, but has " + parts.length + ".");
        }
        return new TaskContext(
                MetaInfo.from(parts[0] + DELIMITER + parts[1]), ExecutionType.valueOf(parts[2]), parts[3], parts[4]);
    }

    /** Returns the id with the slave replaced by the text for none. */
    public static String getIdForUnassignedSlave(String id) {
        return id.replaceAll(from(id).getSlaveId(), UNASSIGNED_SLAVE_ID);
    }

    public void setSlaveId(String slaveId) {
        id = id.replaceAll(this.slaveId, slaveId);
        this.slaveId = slaveId;
    }

    /** Returns the id without its last part. */
    public String getTaskName() {
        return String.join(DELIMITER, metaInfo.toString(), type.toString(), slaveId);
    }

    public String getExecutorId(String appName) {
        return appName + DELIMITER + slaveId;
    }

    public String getId() {
        return id;
    }

    public MetaInfo getMetaInfo() {
        return metaInfo;
    }

    public ExecutionType getType() {
        return type;
    }

    public String getSlaveId() {
        return slaveId;
    }

    public boolean isIdle() {
        return idle;
    }

    public void setIdle(boolean idle) {
        this.idle = idle;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskContext task && id.equals(task.id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "TaskContext(id=" + id + ")";
    }

    /** The job and the items of a task. */
    public static class MetaInfo {

        private final String jobName;
        private final List<Integer> shardingItems;

        public MetaInfo(String jobName, List<Integer> shardingItems) {
            this.jobName = jobName;
            this.shardingItems = shardingItems;
        }

        /** Reads {@code job@-@0,1}. */
        public static MetaInfo from(String value) {
            String[] parts = value.split(DELIMITER, -1);
            return new MetaInfo(parts[0], ShardingItems.toItemList(parts.length > 1 ? parts[1] : ""));
        }

        public String getJobName() {
            return jobName;
        }

        public List<Integer> getShardingItems() {
            return shardingItems;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof MetaInfo info
                    && info.canEqual(this)
                    && Objects.equals(jobName, info.jobName)
                    && Objects.equals(shardingItems, info.shardingItems);
        }

        protected boolean canEqual(Object other) {
            return other instanceof MetaInfo;
        }

        @Override
        public int hashCode() {
            return Objects.hash(jobName, shardingItems);
        }

        @Override
        public String toString() {
            return jobName + DELIMITER + ShardingItems.toItemsString(shardingItems);
        }
    }
}
