package dev.elasticjob.api;

/** Job that is implemented by a class. Implement {@link SimpleJob}, {@link DataflowJob}, or an interface of a plug-in. */
public interface ElasticJob {}
