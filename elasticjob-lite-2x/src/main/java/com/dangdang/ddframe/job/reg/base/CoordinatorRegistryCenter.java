package com.dangdang.ddframe.job.reg.base;

import java.util.List;

/** A registry through which instances coordinate. */
public interface CoordinatorRegistryCenter extends RegistryCenter {

    /** Returns the data of a node as the registry has it. */
    String getDirectly(String key);

    /** Returns the names of the children in descending order. */
    List<String> getChildrenKeys(String key);

    int getNumChildren(String key);

    /** Creates a node that disappears with this session, in place of an existing node. */
    void persistEphemeral(String key, String value);

    /** Creates a node with a number at the end of its name and returns its path. */
    String persistSequential(String key, String value);

    void persistEphemeralSequential(String key);

    /** @throws UnsupportedOperationException always: {@link #get(String)} reads from the registry */
    void addCacheData(String cachePath);

    /** @throws UnsupportedOperationException always: {@link #get(String)} reads from the registry */
    void evictCacheData(String cachePath);

    /** @throws UnsupportedOperationException always: create a cache on the client */
    Object getRawCache(String cachePath);
}
