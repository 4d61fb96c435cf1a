package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.engine.view.RequestLog;
import dev.elasticjob.registry.Node;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestLogTest {

    private static final int CREATED = 3;

    private static Optional<Node> node(RequestLog log, int version, long created) {
        byte[] data = log.encode().getBytes(StandardCharsets.UTF_8);
        return Optional.of(new Node("/job/trigger", data, version, created, version, Instant.EPOCH, Node.NO_OWNER));
    }

    private static RequestLog.Attempt attempt(String nonce) {
        return new RequestLog.Attempt(nonce, node(RequestLog.decode(""), 7, CREATED), 1);
    }

    /** After so many requests of others. */
    private static RequestLog others(RequestLog before, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "other-" + i)
                .reduce(before, RequestLog::plus, (left, right) -> right);
    }

    @Test
    void a_request_that_is_in_the_log_was_made() {
        RequestLog log = others(RequestLog.decode("").plus("mine"), RequestLog.KEPT - 1);
        assertThat(attempt("mine").wasMade(node(log, 7 + RequestLog.KEPT, CREATED)))
                .contains(true);
    }

    @Test
    void one_that_is_not_in_it_was_not_made_as_long_as_it_would_be_there() {
        RequestLog log = others(RequestLog.decode(""), RequestLog.KEPT);
        assertThat(attempt("mine").wasMade(node(log, 7 + RequestLog.KEPT, CREATED)))
                .contains(false);
    }

    @Test
    void nobody_can_tell_when_more_was_asked_for_than_the_log_keeps() {
        RequestLog log = others(RequestLog.decode("").plus("mine"), RequestLog.KEPT);
        assertThat(log.nonces()).hasSize(RequestLog.KEPT).doesNotContain("mine");
        assertThat(attempt("mine").wasMade(node(log, 8 + RequestLog.KEPT, CREATED)))
                .isEmpty();
    }

    @Test
    void the_outcome_of_a_request_is_unknown_when_the_log_was_deleted_and_created_again() {
        assertThat(attempt("mine").wasMade(node(RequestLog.decode(""), 0, CREATED + 1)))
                .isEmpty();
    }

    @Test
    void a_log_that_somebody_removed_tells_nothing() {
        assertThat(attempt("mine").wasMade(Optional.empty())).isEmpty();
    }

    @Test
    void a_log_that_was_not_there_and_still_is_not_has_no_request_in_it() {
        assertThat(new RequestLog.Attempt("mine", Optional.empty(), 1).wasMade(Optional.empty()))
                .contains(false);
    }

    @Test
    void the_log_is_read_as_it_was_written() {
        RequestLog log = RequestLog.decode("").plus("a").plus("b");
        assertThat(RequestLog.decode(log.encode())).isEqualTo(log);
    }
}
