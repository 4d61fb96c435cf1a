package dev.elasticjob.error.notify;

import java.time.Duration;

/**
 * What a handler may use.
 *
 * @param window repeats of an error within it become one message
 * @param kinds how many different errors are told apart within a window; all further ones are one kind together
 * @param queue how many messages may wait
 * @param idle how long the thread stays without work
 * @param flush how long closing waits for the messages that are left
 */
record Limits(Duration window, int kinds, int queue, Duration idle, Duration flush) {

    /** The robots of WeChat and DingTalk take 20 messages a minute, then none for a while. */
    static final Limits DEFAULT =
            new Limits(Duration.ofMinutes(1), 10, 64, Duration.ofSeconds(10), Duration.ofSeconds(5));
}
