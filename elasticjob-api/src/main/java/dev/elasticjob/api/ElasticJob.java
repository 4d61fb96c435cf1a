package dev.elasticjob.api;

/** A job whose code is a class. Implement {@link SimpleJob}, {@link DataflowJob}, or an interface of a plug-in. */
public interface ElasticJob {}
