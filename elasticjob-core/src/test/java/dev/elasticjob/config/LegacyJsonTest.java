package dev.elasticjob.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LegacyJsonTest {

    private static final String PATH = "/namespace/simpleElasticJob/config";

    private static final String COMPLETE =
            "{\"jobName\":\"simpleElasticJob\",\"jobClass\":\"com.example.MyJob\",\"jobType\":\"SIMPLE\",\"cron\":\"0/5"
                    + " * * * *"
                    + " ?\",\"shardingTotalCount\":3,\"shardingItemParameters\":\"0\\u003dBeijing,1\\u003d\\u4e0a\\u6d77\",\"jobParameter\":\"a\\/b"
                    + " \\ud83d\\udd25\",\"failover\":true,\"misfire\":false,\"description\":\"\","
                    + "\"jobProperties\":{\"job_exception_handler\":"
                    + "\"com.dangdang.ddframe.job.executor.handler.impl.DefaultJobExceptionHandler\",\"executor_service_handler\":"
                    + "\"com.dangdang.ddframe.job.executor.handler.impl.DefaultExecutorServiceHandler\"},"
                    + "\"monitorExecution\":true,\"maxTimeDiffSeconds\":-1,\"monitorPort\":-1,\"jobShardingStrategyClass\":\"\","
                    + "\"reconcileIntervalMinutes\":10,\"disabled\":true,\"overwrite\":true}";

    private static StoredConfiguration read(String json) {
        return JobConfigurationCodec.decode(PATH, json);
    }

    @Test
    void every_setting_that_still_has_a_meaning_is_taken_over() {
        StoredConfiguration read = read(COMPLETE);
        assertThat(read.configuration())
                .usingRecursiveComparison()
                .isEqualTo(JobConfiguration.newBuilder("simpleElasticJob", 3)
                        .cron("0/5 * * * * ?")
                        .shardingItemParameters("0=Beijing,1=上海")
                        .jobParameter("a/b \uD83D\uDD25")
                        .failover(true)
                        .misfire(false)
                        .disabled(true)
                        .overwrite(true)
                        .buildUnchecked());
        assertThat(read.foreign().keys()).isEmpty();
    }

    @Test
    void settings_with_default_values_cause_no_warning_except_for_the_format() {
        assertThat(read(COMPLETE).warnings()).singleElement().asString().contains(PATH, "2.x");
    }

    @Test
    void an_edit_keeps_the_format_the_order_and_keys_of_2x() {
        String json =
                "{\"jobName\":\"simpleElasticJob\",\"jobClass\":\"com.example.Job\",\"jobType\":\"SIMPLE\",\"cron\":\"0/5"
                        + " * * * * ?\","
                        + "\"shardingTotalCount\":3,\"misfire\":false,\"jobProperties\":{\"job_exception_handler\":\"com.example.Pager\"},"
                        + "\"monitorPort\":9888,\"jobShardingStrategyClass\":\"com.example.MyStrategy\",\"custom\":{\"a\":[1,true,null]}}";
        StoredConfiguration read = read(json);

        assertThat(JobConfigurationCodec.encode(read.configuration(), read.foreign()))
                .isEqualTo(json);
        JobConfiguration edited = read.configuration().toBuilder()
                .cron("0/7 * * * * ?")
                .shardingTotalCount(4)
                .build();
        assertThat(JobConfigurationCodec.encode(edited, read.foreign()))
                .isEqualTo(json.replace("0/5", "0/7").replace(":3,", ":4,"));
    }

    @Test
    void settings_that_2x_does_not_have_become_further_keys_and_are_read_again() {
        StoredConfiguration read =
                read("{\"jobType\":\"DATAFLOW\",\"shardingTotalCount\":1,\"streamingProcess\":true}");
        JobConfiguration edited = read.configuration().toBuilder()
                .cron("0/5 * * * * ?")
                .timeZone("Asia/Shanghai")
                .staticSharding(true)
                .jobErrorHandlerType("IGNORE")
                .jobShardingStrategyType("ODEVITY")
                .setProperty("ej.example", "a \"quoted\" \\ text\n")
                .build();

        String written = JobConfigurationCodec.encode(edited, read.foreign());

        assertThat(written)
                .startsWith("{\"jobType\":\"DATAFLOW\",\"shardingTotalCount\":1,\"streamingProcess\":true,")
                .contains(
                        "\"timeZone\":\"Asia/Shanghai\"",
                        "\"jobShardingStrategyClass\":\"com.dangdang.ddframe.job.lite.api.strategy.impl."
                                + "OdevitySortByNameJobShardingStrategy\"")
                .doesNotContain("misfire", "overwrite");
        assertThat(read(written).configuration()).usingRecursiveComparison().isEqualTo(edited);
    }

    @Test
    void a_strategy_that_2x_does_not_have_is_a_further_key() {
        StoredConfiguration read =
                read("{\"jobType\":\"SIMPLE\",\"jobShardingStrategyClass\":\"com.example.MyStrategy\"}");
        JobConfiguration edited = read.configuration().toBuilder()
                .jobShardingStrategyType("SINGLE_SHARDING_BALANCE")
                .buildUnchecked();

        String written = JobConfigurationCodec.encode(edited, read.foreign());

        assertThat(written).contains("\"jobShardingStrategyClass\":\"\"");
        assertThat(read(written).configuration().getJobShardingStrategyType()).isEqualTo("SINGLE_SHARDING_BALANCE");
    }

    @Test
    void converted_it_is_a_node_of_today() {
        StoredConfiguration read = read(COMPLETE);
        String written = JobConfigurationCodec.encode(
                read.configuration(), read.foreign().inYaml());
        assertThat(written).startsWith("cron: 0/5 * * * * ?\n").doesNotContain("jobClass", "jobType", "monitorPort");
        StoredConfiguration again = read(written);
        assertThat(again.warnings()).isEmpty();
        assertThat(again.configuration()).usingRecursiveComparison().isEqualTo(read.configuration());
    }

    @ParameterizedTest
    @CsvSource({
        "com.dangdang.ddframe.job.lite.api.strategy.impl.AverageAllocationJobShardingStrategy, AVG_ALLOCATION",
        "com.dangdang.ddframe.job.lite.api.strategy.impl.OdevitySortByNameJobShardingStrategy, ODEVITY",
        "com.dangdang.ddframe.job.lite.api.strategy.impl.RotateServerByNameJobShardingStrategy, ROUND_ROBIN",
        "io.elasticjob.lite.api.strategy.impl.OdevitySortByNameJobShardingStrategy, ODEVITY"
    })
    void its_own_strategies_become_types(String className, String type) {
        StoredConfiguration read = read("{\"jobType\":\"SIMPLE\",\"jobShardingStrategyClass\":\"" + className + "\"}");
        assertThat(read.configuration().getJobShardingStrategyType()).isEqualTo(type);
        assertThat(read.warnings()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.example.MyStrategy", "com.example.OdevitySortByNameJobShardingStrategy"})
    void a_custom_strategy_causes_a_warning(String className) {
        StoredConfiguration read = read("{\"jobType\":\"SIMPLE\",\"jobShardingStrategyClass\":\"" + className + "\"}");
        assertThat(read.configuration().getJobShardingStrategyType()).isEmpty();
        assertThat(read.warnings())
                .anySatisfy(warning -> assertThat(warning)
                        .contains(PATH, "jobShardingStrategyClass", className, "jobShardingStrategyType"));
    }

    @Test
    void custom_handlers_cause_a_warning() {
        StoredConfiguration read = read("{\"jobType\":\"SIMPLE\",\"jobProperties\":{\"job_exception_handler\":"
                + "\"com.example.Pager\",\"executor_service_handler\":\"com.example.Pool\"}}");
        assertThat(read.warnings())
                .anySatisfy(warning -> assertThat(warning).contains("job_exception_handler", "com.example.Pager"))
                .anySatisfy(warning -> assertThat(warning).contains("executor_service_handler", "com.example.Pool"))
                .hasSize(3);
    }

    @Test
    void streaming_becomes_a_property() {
        assertThat(read("{\"jobType\":\"DATAFLOW\",\"streamingProcess\":true}")
                        .configuration()
                        .getProps())
                .containsEntry("streaming.process", "true");
        assertThat(read("{\"jobType\":\"DATAFLOW\",\"streamingProcess\":false}")
                        .configuration()
                        .getProps())
                .isEmpty();
    }

    @Test
    void the_command_line_becomes_a_property() {
        assertThat(read("{\"jobType\":\"SCRIPT\",\"scriptCommandLine\":\"echo \\\"hi\\\" # x\"}")
                        .configuration()
                        .getProps())
                .containsEntry("script.command.line", "echo \"hi\" # x");
    }

    @Test
    void an_open_monitor_port_is_warned_about() {
        assertThat(read("{\"jobType\":\"SIMPLE\",\"monitorPort\":9888}").warnings())
                .anySatisfy(warning -> assertThat(warning).contains("monitorPort", "9888", "SnapshotService"));
    }

    @Test
    void unknown_keys_of_json_are_kept() {
        StoredConfiguration read = read("{\"jobType\":\"SIMPLE\",\"custom\":{\"a\":[1,2]}}");
        assertThat(read.foreign().keys()).containsExactly("custom");
        assertThat(JobConfigurationCodec.encode(read.configuration(), read.foreign()))
                .contains("\"custom\":{\"a\":[1,2]}");
        assertThat(JobConfigurationCodec.encode(
                        read.configuration(), read.foreign().inYaml()))
                .contains("custom: {\"a\": [1, 2]}");
    }

    @Test
    void indented_json_is_read() {
        String indented = "{\n"
                + "\t\"jobType\" : \"SIMPLE\",\n"
                + "\t\"shardingTotalCount\" : 7,\n"
                + "\t\"jobProperties\" : {\n"
                + "\t\t\"a\" : \"\"\n"
                + "\t}\n"
                + "}\n";
        assertThat(read(indented).configuration().getShardingTotalCount()).isEqualTo(7);
    }

    @Test
    void an_escaped_slash_is_a_slash_and_an_escaped_backslash_before_one_stays() {
        assertThat(read("{\"jobType\":\"SIMPLE\",\"jobParameter\":\"http:\\/\\/x\\\\/y \\\"\\/\\\"\"}")
                        .configuration()
                        .getJobParameter())
                .isEqualTo("http://x\\/y \"/\"");
    }

    @Test
    void a_long_value_is_read() {
        String value = "x".repeat(5000);
        assertThat(read("{\"jobType\":\"SIMPLE\",\"jobParameter\":\"" + value + "\",\"description\":\"" + value + "\"}")
                        .configuration()
                        .getJobParameter())
                .isEqualTo(value);
    }

    @Test
    void a_block_with_one_of_its_keys_is_not_taken_for_it() {
        StoredConfiguration read = read("jobClass: com.example.MyJob\nshardingTotalCount: 1\n");
        assertThat(read.foreign().keys()).containsExactly("jobClass");
    }
}
