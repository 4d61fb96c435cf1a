package dev.elasticjob.manual.dataflow;

/** What {@link MyElasticJob} fetches; the manual leaves it to the reader. */
public record Foo(int item) {}
