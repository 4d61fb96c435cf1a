package com.dangdang.ddframe.job.reg.base;

/** Namespace of a registry. Keys are paths that start with a slash. */
public interface RegistryCenter {

    /** Connects to the registry. */
    void init();

    void close();

    /** Returns the data of a node; null if there is no such node. */
    String get(String key);

    boolean isExisted(String key);

    /** Creates a persistent node with its parents, or sets the data of an existing one. */
    void persist(String key, String value);

    /** Sets the data of an existing node. Has no effect if the node does not exist. */
    void update(String key, String value);

    /** Deletes a node and everything below it. */
    void remove(String key);

    /** Returns the time of the registry in milliseconds, which is determined by writing a node. */
    long getRegistryCenterTime(String key);

    Object getRawClient();
}
