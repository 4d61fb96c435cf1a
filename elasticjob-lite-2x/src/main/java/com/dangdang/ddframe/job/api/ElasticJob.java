package com.dangdang.ddframe.job.api;

/** Marker of all jobs. */
public interface ElasticJob {}
