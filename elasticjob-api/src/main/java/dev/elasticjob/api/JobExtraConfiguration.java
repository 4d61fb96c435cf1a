package dev.elasticjob.api;

/** Something beyond the settings that a job is given, such as where its history goes. Never written to the registry. */
public interface JobExtraConfiguration {}
