package dev.elasticjob.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A job of another scheduler: its converted settings and the remaining work. */
final class ImportedJob {

    /** A schedule. An empty time zone stands for that of the process. */
    record Schedule(String cron, String timeZone) {}

    private final String name;
    private final Map<String, Object> settings = new TreeMap<>();
    private final Map<String, String> props = new TreeMap<>();
    private final List<String> steps = new ArrayList<>();

    ImportedJob(String name) {
        this.name = legal(name);
        settings.put("sharding-total-count", 1);
        if (!this.name.equals(name)) {
            step("the name was '" + name + "', which contains characters that names of jobs cannot have");
        }
    }

    private static String legal(String name) {
        String result = name.strip().replaceAll("[/\\p{Cntrl}]|@-@", "-");
        return result.isEmpty() || result.matches("\\.+|zookeeper") ? "job-" + result : result;
    }

    String name() {
        return name;
    }

    Map<String, Object> settings() {
        return settings;
    }

    Map<String, String> props() {
        return props;
    }

    List<String> steps() {
        return steps;
    }

    ImportedJob set(String setting, Object value) {
        if (value != null && !value.equals("")) {
            settings.put(setting, value);
        }
        return this;
    }

    ImportedJob set(Schedule schedule) {
        return set("cron", schedule.cron()).set("time-zone", schedule.timeZone());
    }

    /** Adds a manual step. */
    void step(String what) {
        steps.add(what);
    }
}
