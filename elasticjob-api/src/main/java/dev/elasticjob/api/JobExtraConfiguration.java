package dev.elasticjob.api;

/** Configuration of a job beyond its settings, such as the storage of its history. It is never written to the registry. */
public interface JobExtraConfiguration {}
