package dev.elasticjob.type;

/** More specific than {@link GreetingJob}, with a separate executor. */
interface PoliteGreetingJob extends GreetingJob {}
