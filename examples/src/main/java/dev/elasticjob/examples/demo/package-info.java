/**
 * The demo: {@link dev.elasticjob.examples.demo.Demo} starts a ZooKeeper server and workers as processes, shows what they do,
 * and lets somebody kill them. One thread does everything in it; all others hand it what happened.
 */
package dev.elasticjob.examples.demo;
