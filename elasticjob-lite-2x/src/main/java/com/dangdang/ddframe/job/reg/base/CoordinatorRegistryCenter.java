package com.dangdang.ddframe.job.reg.base;

import java.util.List;

/** Registry that instances use for coordination. */
public interface CoordinatorRegistryCenter extends RegistryCenter {

    /** Returns the current data of a node in the registry. */
    String getDirectly(String key);

    /** Returns the names of the children in descending order. */
    List<String> getChildrenKeys(String key);

    int getNumChildren(String key);

    /** Creates a node that is removed with this session, and replaces an existing node. */
    void persistEphemeral(String key, String value);

    /** Creates a node with a number at the end of its name and returns its path. */
    String persistSequential(String key, String value);

    void persistEphemeralSequential(String key);

    /**
     * Not supported.
     *
     * @throws UnsupportedOperationException always: {@link #get(String)} reads from the registry
     */
    void addCacheData(String cachePath);

    /**
     * Not supported.
     *
     * @throws UnsupportedOperationException always: {@link #get(String)} reads from the registry
     */
    void evictCacheData(String cachePath);

    /**
     * Not supported.
     *
     * @throws UnsupportedOperationException always: create a cache on the client
     */
    Object getRawCache(String cachePath);
}
