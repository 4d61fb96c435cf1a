package dev.elasticjob.config;

import dev.elasticjob.api.JobConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Texts that ElasticJob 3.0.4 wrote, and their settings. */
final class GoldenCases {

    /** Test case; its name appears in test reports. */
    record Case(String name, JobConfiguration configuration, String written) {

        @Override
        public String toString() {
            return name;
        }
    }

    private GoldenCases() {}

    static Stream<Case> all() {
        List<Case> result = new ArrayList<>();
        String[] sections = resource("written-by-3.0.4.txt").split("(?m)^=== ");
        for (int i = 1; i < sections.length; i++) {
            int endOfName = sections[i].indexOf('\n');
            String[] parts = sections[i].substring(endOfName + 1).split("--- written\n", 2);
            result.add(new Case(sections[i].substring(0, endOfName), configuration(parts[0]), parts[1]));
        }
        return result.stream();
    }

    /** Returns the cases that do not set the thread pool size, whose key was renamed later. */
    static Stream<Case> withoutThreadType() {
        return all().filter(each ->
                each.configuration().getJobExecutorThreadPoolSizeProviderType().isEmpty());
    }

    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(GoldenCases.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static JobConfiguration configuration(String input) {
        Properties settings = new Properties();
        try {
            settings.load(new StringReader(input));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        JobConfiguration.Builder builder = JobConfiguration.newBuilder(settings.getProperty("jobName"), 0);
        List<String> listeners = new ArrayList<>();
        for (String key : new TreeSet<>(settings.stringPropertyNames())) {
            String value = settings.getProperty(key);
            if (key.startsWith("props.")) {
                builder.setProperty(key.substring("props.".length()), value);
            } else if (key.startsWith("jobListenerTypes.")) {
                listeners.add(value);
            } else {
                set(builder, key, value);
            }
        }
        return builder.jobListenerTypes(listeners.toArray(String[]::new)).buildUnchecked();
    }

    /** Sets a value without the table of the codec, which is under test. */
    private static void set(JobConfiguration.Builder builder, String key, String value) {
        switch (key) {
            case "jobName" -> {
                // Passed to the builder when it is created.
            }
            case "shardingTotalCount" -> builder.shardingTotalCount(Integer.parseInt(value));
            case "cron" -> builder.cron(value);
            case "timeZone" -> builder.timeZone(value);
            case "shardingItemParameters" -> builder.shardingItemParameters(value);
            case "jobParameter" -> builder.jobParameter(value);
            case "monitorExecution" -> builder.monitorExecution(Boolean.parseBoolean(value));
            case "failover" -> builder.failover(Boolean.parseBoolean(value));
            case "misfire" -> builder.misfire(Boolean.parseBoolean(value));
            case "maxTimeDiffSeconds" -> builder.maxTimeDiffSeconds(Integer.parseInt(value));
            case "reconcileIntervalMinutes" -> builder.reconcileIntervalMinutes(Integer.parseInt(value));
            case "jobShardingStrategyType" -> builder.jobShardingStrategyType(value);
            case "jobExecutorServiceHandlerType" -> builder.jobExecutorThreadPoolSizeProviderType(value);
            case "jobErrorHandlerType" -> builder.jobErrorHandlerType(value);
            case "description" -> builder.description(value);
            case "disabled" -> builder.disabled(Boolean.parseBoolean(value));
            case "overwrite" -> builder.overwrite(Boolean.parseBoolean(value));
            case "label" -> builder.label(value);
            case "staticSharding" -> builder.staticSharding(Boolean.parseBoolean(value));
            default -> throw new IllegalArgumentException(key);
        }
    }
}
