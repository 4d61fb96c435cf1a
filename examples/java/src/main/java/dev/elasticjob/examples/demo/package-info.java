/**
 * The demo. {@link dev.elasticjob.examples.demo.Demo} starts a ZooKeeper server and workers as processes, shows their
 * state, and lets the user kill them. One thread handles all events; other threads queue events for it.
 */
package dev.elasticjob.examples.demo;
