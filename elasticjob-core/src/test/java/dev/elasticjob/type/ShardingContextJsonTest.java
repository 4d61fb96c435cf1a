package dev.elasticjob.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.ShardingContext;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

class ShardingContextJsonTest {

    @Test
    void the_keys_of_elasticjob_come_first_and_in_its_order() {
        assertThat(ShardingContextJson.of(Contexts.context("all", "A")))
                .isEqualTo("{\"jobName\":\"report\",\"taskId\":\"report@-@1@-@READY@-@10.0.0.1@-@99\","
                        + "\"shardingTotalCount\":3,\"jobParameter\":\"all\",\"shardingItem\":1,"
                        + "\"shardingParameter\":\"A\",\"source\":\"FAILOVER\","
                        + "\"scheduledAt\":\"2026-03-01T10:15:30Z\",\"attempt\":2,\"fencingToken\":77}");
    }

    @Test
    void a_run_without_a_fire_time_has_no_scheduledAt() {
        assertThat(ShardingContextJson.of(new ShardingContext("report", "id", 1, "", 0, "")))
                .endsWith("\"source\":\"MANUAL_TRIGGER\",\"attempt\":1,\"fencingToken\":0}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "北京",
                "quotes \" ' and \\ backslash",
                "line\nbreak\r\nand\ttab",
                "\u0000\u0007\u001b[31m\u007f\u0085\u2028",
                "emoji 😀"
            })
    void any_text_becomes_ascii_and_comes_back_intact(String text) {
        String json = ShardingContextJson.of(Contexts.context(text, text));

        assertThat(json).matches("[ -~]*");
        Map<String, Object> parsed = new Yaml().load(json);
        assertThat(parsed).containsEntry("jobParameter", text).containsEntry("shardingParameter", text);
    }

    @Test
    void half_a_surrogate_pair_is_escaped_like_anything_else() {
        assertThat(ShardingContextJson.of(Contexts.context("\ud83d", ""))).contains("\"jobParameter\":\"\\ud83d\"");
    }
}
