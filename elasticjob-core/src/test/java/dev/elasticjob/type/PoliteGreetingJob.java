package dev.elasticjob.type;

/** More special than {@link GreetingJob}, with an executor of its own. */
interface PoliteGreetingJob extends GreetingJob {}
