package dev.elasticjob.engine.context;

import dev.elasticjob.tracing.JobEvent;
import java.util.HashMap;
import java.util.Map;

/** Messages for operators. A message is published once for as long as it stays the same under its key. */
public final class Reports {

    private final String jobName;
    private final Effects effects;
    private final Map<String, String> current = new HashMap<>();

    Reports(String jobName, Effects effects) {
        this.jobName = jobName;
        this.effects = effects;
    }

    public void report(String key, String message) {
        if (!message.equals(current.put(key, message))) {
            effects.publish(new JobEvent.Reported(jobName, effects.now(), message));
        }
    }

    /** The problem under this key is gone; it is reported when it occurs again. */
    public void clear(String key) {
        current.remove(key);
    }

    boolean has(String key) {
        return current.containsKey(key);
    }
}
