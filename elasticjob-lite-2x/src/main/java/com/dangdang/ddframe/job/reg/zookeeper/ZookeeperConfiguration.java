package com.dangdang.ddframe.job.reg.zookeeper;

/** Where the ZooKeeper servers are, and how to connect to them. */
public final class ZookeeperConfiguration {

    private final String serverLists;
    private final String namespace;
    private int baseSleepTimeMilliseconds = 1000;
    private int maxSleepTimeMilliseconds = 3000;
    private int maxRetries = 3;
    private int sessionTimeoutMilliseconds;
    private int connectionTimeoutMilliseconds;
    private String digest;

    /**
     * @param serverLists {@code host1:2181,host2:2181}
     * @param namespace name of the node below which everything is kept
     */
    public ZookeeperConfiguration(String serverLists, String namespace) {
        this.serverLists = serverLists;
        this.namespace = namespace;
    }

    public String getServerLists() {
        return serverLists;
    }

    public String getNamespace() {
        return namespace;
    }

    public int getBaseSleepTimeMilliseconds() {
        return baseSleepTimeMilliseconds;
    }

    public int getMaxSleepTimeMilliseconds() {
        return maxSleepTimeMilliseconds;
    }

    public int getMaxRetries() {
        return maxRetries;
    }

    /** Returns the timeout that was set; 0 for the default of 60 seconds. */
    public int getSessionTimeoutMilliseconds() {
        return sessionTimeoutMilliseconds;
    }

    /** Returns the timeout that was set; 0 for the default of 15 seconds. */
    public int getConnectionTimeoutMilliseconds() {
        return connectionTimeoutMilliseconds;
    }

    /** Returns the credentials {@code user:password}; null for none. */
    public String getDigest() {
        return digest;
    }

    public void setBaseSleepTimeMilliseconds(int baseSleepTimeMilliseconds) {
        this.baseSleepTimeMilliseconds = baseSleepTimeMilliseconds;
    }

    public void setMaxSleepTimeMilliseconds(int maxSleepTimeMilliseconds) {
        this.maxSleepTimeMilliseconds = maxSleepTimeMilliseconds;
    }

    public void setMaxRetries(int maxRetries) {
        this.maxRetries = maxRetries;
    }

    public void setSessionTimeoutMilliseconds(int sessionTimeoutMilliseconds) {
        this.sessionTimeoutMilliseconds = sessionTimeoutMilliseconds;
    }

    public void setConnectionTimeoutMilliseconds(int connectionTimeoutMilliseconds) {
        this.connectionTimeoutMilliseconds = connectionTimeoutMilliseconds;
    }

    public void setDigest(String digest) {
        this.digest = digest;
    }
}
