package dev.elasticjob.error.notify;

import java.time.Duration;

/**
 * Resource limits of a handler.
 *
 * @param window period within which repeats of an error are combined into one message
 * @param kinds maximum number of errors distinguished within a window; all further errors count as one kind
 * @param queue maximum number of queued messages
 * @param idle time after which the thread ends when it has no work
 * @param flush maximum time that closing waits for queued messages
 */
record Limits(Duration window, int kinds, int queue, Duration idle, Duration flush) {

    /** Default limits. The robots of WeChat and DingTalk accept 20 messages per minute and reject further ones for some time. */
    static final Limits DEFAULT =
            new Limits(Duration.ofMinutes(1), 10, 64, Duration.ofSeconds(10), Duration.ofSeconds(5));
}
