package dev.elasticjob.console.rest;

import dev.elasticjob.api.JobSetting;
import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Editable settings of a job as JSON, by the names in {@link JobSetting}. Secrets in properties are masked, and a property that is
 * sent back with its masked value keeps its stored value. Missing settings are unchanged (PATCH) or rejected (PUT).
 */
final class JobSettings {

    private static final int MOST_ENTRIES = 1_000;

    private final SortedMap<String, Object> fields;

    private JobSettings(SortedMap<String, Object> fields) {
        this.fields = fields;
    }

    static JobSettings of(JobConfigurationPOJO job) {
        SortedMap<String, Object> fields = new TreeMap<>();
        JobSetting.all().forEach(setting -> fields.put(setting.name(), field(setting, job)));
        return new JobSettings(fields);
    }

    private static <T> Object field(JobSetting<T> setting, JobConfigurationPOJO job) {
        return switch (setting.kind()) {
            case SWITCH, NUMBER, LIST -> job.get(setting);
            case PROPERTIES -> job.maskedProps();
            case TEXT, CHOICE -> setting.format(job.get(setting));
        };
    }

    /** @throws IllegalArgumentException if a setting is unknown, or its value has the wrong type */
    static JobSettings ofJson(Map<String, Object> json) {
        SortedMap<String, Object> fields = new TreeMap<>();
        json.forEach((name, value) -> {
            JobSetting<?> setting = JobSetting.named(name)
                    .orElseThrow(() ->
                            new IllegalArgumentException("There is no setting '" + name + "'. Correct or remove it"));
            if (value != null) {
                fields.put(name, read(setting, value));
            }
        });
        return new JobSettings(fields);
    }

    private static Object read(JobSetting<?> setting, Object value) {
        return switch (setting.kind()) {
            case LIST -> list(setting.name(), value);
            case PROPERTIES -> properties(setting.name(), value);
            case SWITCH, NUMBER -> setting.parse(text(setting.name(), value));
            case TEXT, CHOICE -> text(setting.name(), value);
        };
    }

    private static List<String> list(String name, Object value) {
        if (!(value instanceof List<?> entries)) {
            throw new IllegalArgumentException(name + " is not a list. Send a list of texts");
        }
        requireFew(name, entries.size());
        if (entries.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException(name + " has an entry that is null. Leave the entry out");
        }
        return entries.stream().map(each -> text(name, each)).toList();
    }

    private static SortedMap<String, String> properties(String name, Object value) {
        if (!(value instanceof Map<?, ?> entries)) {
            throw new IllegalArgumentException(name + " is not an object. Send an object with texts");
        }
        requireFew(name, entries.size());
        SortedMap<String, String> result = new TreeMap<>();
        entries.forEach((key, each) -> {
            if (each == null) {
                throw new IllegalArgumentException("Property '" + key + "' has no value; leave it out to remove it");
            }
            result.put(String.valueOf(key), text(name + "." + key, each));
        });
        return result;
    }

    private static String text(String name, Object value) {
        if (value instanceof String || value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        throw new IllegalArgumentException(name + " is not a single value. Send a text, a number, true or false");
    }

    private static void requireFew(String setting, int size) {
        if (size > MOST_ENTRIES) {
            throw new IllegalArgumentException(setting + " has " + size + " entries; use at most " + MOST_ENTRIES);
        }
    }

    /** Returns the settings for a response. */
    Map<String, Object> json() {
        return Collections.unmodifiableMap(fields);
    }

    /** @throws IllegalArgumentException if a setting is missing, because it would silently be set to its default */
    void requireAll() {
        List<String> missing = new ArrayList<>(
                JobSetting.all().stream().map(JobSetting::name).sorted().toList());
        missing.removeAll(fields.keySet());
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(
                    "Settings are missing: " + missing + ". Send all of them, or only some with PATCH");
        }
    }

    /** Returns the settings that differ, ordered by name, with masked values. */
    List<SettingChange> differencesTo(JobSettings before) {
        List<SettingChange> result = new ArrayList<>();
        Map<String, Object> last = before.fields;
        fields.forEach((name, value) -> {
            if (!Objects.equals(value, last.get(name))) {
                result.add(new SettingChange(name, String.valueOf(last.get(name)), String.valueOf(value)));
            }
        });
        return result;
    }

    /** Applies these settings to a job. Missing settings and masked secrets are unchanged. */
    void applyTo(JobConfigurationPOJO job) {
        for (JobSetting<?> setting : JobSetting.all()) {
            if (fields.containsKey(setting.name())) {
                apply(setting, fields.get(setting.name()), job);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> void apply(JobSetting<T> setting, Object value, JobConfigurationPOJO job) {
        switch (setting.kind()) {
            case SWITCH, NUMBER, LIST -> job.set(setting, (T) value);
            case PROPERTIES -> job.setProps(unmasked((Map<String, String>) value, job));
            // A text that cannot be read becomes a problem of the configuration.
            case TEXT, CHOICE -> job.setText(setting, (String) value);
        }
    }

    private static Properties unmasked(Map<String, String> props, JobConfigurationPOJO job) {
        Map<String, String> shown = job.maskedProps();
        Properties result = new Properties();
        props.forEach((key, value) -> {
            boolean untouched = value.equals(shown.get(key));
            result.setProperty(key, untouched ? job.getProps().getProperty(key) : value);
        });
        return result;
    }
}
