package dev.elasticjob.error.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class NoticeTextTest {

    private static final Instant TIME = Instant.parse("2026-03-01T08:00:00.123Z");

    private final NoticeText text = new NoticeText("host-1 (10.0.0.1), process 7", ZoneId.of("Asia/Shanghai"));

    @Test
    void a_message_has_job_time_host_and_the_exception_with_its_stack_trace() {
        Exception cause = new IllegalStateException("北京 failed", new IOException("disk full"));
        assertThat(text.of(Notice.of("夜间", TIME, cause)))
                .startsWith("""
                    Job '夜间' failed
                    Time: 2026-03-01 16:00:00.123 +08:00
                    Host: host-1 (10.0.0.1), process 7
                    Error: java.lang.IllegalStateException: 北京 failed
                    Root cause: java.io.IOException: disk full

                    java.lang.IllegalStateException: 北京 failed
                    """)
                .contains("\tat " + NoticeTextTest.class.getName() + ".a_message_has_job_time_host")
                .contains("Caused by: java.io.IOException: disk full");
    }

    @Test
    void repeats_are_reported_with_their_number_and_first_and_last_time() {
        Notice first = Notice.of("job", TIME, new IllegalStateException());
        assertThat(text.of(first.repeated(1234, TIME.plusSeconds(59), false)))
                .startsWith("""
                    Job 'job' failed 1234 more times with the same error
                    First time: 2026-03-01 16:00:00.123 +08:00
                    Last time: 2026-03-01 16:00:59.123 +08:00
                    """)
                .contains("\nError: java.lang.IllegalStateException\n");
        assertThat(text.of(first.repeated(2, TIME, true)))
                .startsWith("Job 'job' failed 2 more times, with different errors\n")
                .contains("\nFirst error: java.lang.IllegalStateException\n");
    }

    @Test
    void names_and_messages_cannot_pass_for_other_lines() {
        assertThat(text.of(Notice.of("a\r\nHost: evil\u2028x", TIME, new IllegalStateException("m\nRoot cause: none"))))
                .startsWith("Job 'a  Host: evil x' failed\n")
                .contains("\nError: java.lang.IllegalStateException: m Root cause: none\n");
    }

    @Test
    void endless_exceptions_are_cut() {
        Exception endless = new IllegalStateException("x".repeat(1_000_000));
        Exception circular = new IllegalStateException("circular");
        circular.initCause(new IllegalArgumentException(circular));

        assertThat(text.of(Notice.of("job", TIME, endless)))
                .hasSizeLessThan(33_000)
                .endsWith("... (cut)");
        assertThat(text.of(Notice.of("job", TIME, circular))).contains("CIRCULAR REFERENCE");
    }
}
