package dev.elasticjob.tracing.rdb.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests how texts that are too long are shortened. */
class ShorteningTest {

    private static final TextLimit LIMIT = new TextLimit(255, false);

    private static String taskId(int items, String tail) {
        return "orders@-@"
                + IntStream.range(0, items).mapToObj(String::valueOf).collect(Collectors.joining(","))
                + "@-@READY@-@10.0.0.1@-@" + tail;
    }

    @Test
    void a_task_id_keeps_its_job_its_instance_and_five_parts() {
        String text = Shortening.TASK_ID.shorten(taskId(1000, "99-abcd"), LIMIT);

        assertThat(text)
                .hasSizeLessThanOrEqualTo(255)
                .startsWith("orders@-@0,1,2,")
                .endsWith("@-@10.0.0.1@-@99-abcd");
        assertThat(text.split("@-@")).hasSize(5);
    }

    @Test
    void different_task_ids_stay_different() {
        assertThat(Shortening.TASK_ID.shorten(taskId(1000, "99-abcd"), LIMIT))
                .isNotEqualTo(Shortening.TASK_ID.shorten(taskId(1001, "99-abcd"), LIMIT))
                .isNotEqualTo(Shortening.TASK_ID.shorten(taskId(1000, "99-abce"), LIMIT));
    }

    @Test
    void a_task_id_of_a_job_with_a_long_name_fits_too() {
        String text = Shortening.TASK_ID.shorten("x".repeat(240) + taskId(100, "99-abcd"), LIMIT);

        assertThat(text).hasSizeLessThanOrEqualTo(255).endsWith("99-abcd");
    }

    @Test
    void a_cause_keeps_what_was_thrown_and_the_cause_of_all() {
        Throwable thrown = new IllegalStateException("outer", new IllegalArgumentException("inner"));
        java.io.StringWriter text = new java.io.StringWriter();
        thrown.printStackTrace(new java.io.PrintWriter(text));

        String shortened = Shortening.CAUSE.shorten(text.toString(), LIMIT);

        assertThat(shortened)
                .hasSizeLessThanOrEqualTo(255)
                .startsWith("java.lang.IllegalStateException: outer")
                .contains("Caused by: java.lang.IllegalArgumentException: inner");
    }

    @Test
    void a_message_longer_than_the_column_keeps_its_beginning_and_its_end() {
        String text = "Caused: " + "x".repeat(5000) + " because of the end";

        assertThat(Shortening.CAUSE.shorten(text, LIMIT))
                .hasSizeLessThanOrEqualTo(255)
                .startsWith("Caused: ")
                .endsWith("because of the end");
        String nested =
                "java.lang.Error: a\n\tat b\nCaused by: java.lang.Error: " + "y".repeat(5000) + " root end\n\tat c";
        assertThat(Shortening.CAUSE.shorten(nested, LIMIT))
                .hasSizeLessThanOrEqualTo(255)
                .startsWith("java.lang.Error: a")
                .contains("Caused by: java.lang.Error: ")
                .endsWith("root end");
    }

    @Test
    void no_text_is_longer_than_its_limit_whatever_it_is() {
        String odd = "\uD83D\uDE80库存\nCaused by: " + "\uD83D\uDE80".repeat(300) + "\n\tat x\nCaused by: 库";
        for (Shortening each : Shortening.values()) {
            for (int size = 0; size < 120; size++) {
                String inCharacters = each.shorten(odd, new TextLimit(size, false));
                assertThat(inCharacters.length()).as(each + " " + size).isLessThanOrEqualTo(size);
                String inBytes = each.shorten(odd, new TextLimit(size, true));
                byte[] bytes = inBytes.getBytes(StandardCharsets.UTF_8);
                assertThat(bytes.length).as(each + " " + size).isLessThanOrEqualTo(size);
                assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(inBytes);
            }
        }
    }
}
