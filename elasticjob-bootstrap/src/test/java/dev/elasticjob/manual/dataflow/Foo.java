package dev.elasticjob.manual.dataflow;

/** Data that {@link MyElasticJob} fetches; the manual does not define it. */
public record Foo(int item) {}
