package dev.elasticjob.api;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Values for all settings that differ from the defaults. */
final class SampleSettings {

    private SampleSettings() {}

    /** Returns a configuration without default values, so that a copy that omits a setting differs. */
    static JobConfiguration.Builder everything(String jobName) {
        JobConfiguration.Builder builder = JobConfiguration.newBuilder(jobName, 7);
        JobSetting.all().forEach(setting -> setSample(builder, setting));
        return builder;
    }

    @SuppressWarnings("unchecked")
    private static <T> void setSample(JobConfiguration.Builder builder, JobSetting<T> setting) {
        T value = (T)
                switch (setting.kind()) {
                    case SWITCH -> !(Boolean) setting.defaultValue();
                    case NUMBER -> 7;
                    case LIST -> List.of("a", "b");
                    case PROPERTIES -> new TreeMap<>(Map.of("key", "value"));
                    case CHOICE -> sample(setting, setting.choices().stream());
                    case TEXT -> sample(setting, Stream.of("7s", "fixed 3 30s"));
                };
        builder.set(setting, value);
    }

    /** Returns the first of these texts that the setting accepts and that is not its default. */
    private static Object sample(JobSetting<?> setting, Stream<String> texts) {
        return texts.map(text -> {
                    try {
                        return setting.parse(text);
                    } catch (IllegalArgumentException otherType) {
                        return null;
                    }
                })
                .filter(Objects::nonNull)
                .filter(value -> !value.equals(setting.defaultValue()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("add a text that " + setting + " accepts"));
    }
}
