package dev.elasticjob.lifecycle;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.config.StoredConfiguration;
import dev.elasticjob.engine.view.Schedule;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parses the texts of {@code config} nodes and caches the results, because parsing ten thousand texts takes longer than reading
 * them. The cache maps a text to its parsed result. It does not cache registry state: the text is read from the registry on
 * every call.
 */
final class KnownConfigurations {

    private static final int MOST_CHARACTERS = 16_000_000;

    private final Map<Text, Meaning> known = new LinkedHashMap<>(16, 0.75f, true);
    private int characters;

    private record Text(String path, String text) {

        int length() {
            return path.length() + text.length();
        }
    }

    /**
     * The parsed result of a text.
     *
     * @param problem the reason why the text or a setting is invalid
     * @param nextFire next fire time as of parsing; the result is valid until then
     */
    record Meaning(
            Optional<JobConfiguration> configuration,
            Optional<String> problem,
            List<String> warnings,
            Optional<Instant> nextFire) {

        boolean isTrueAt(Instant now) {
            return nextFire.map(now::isBefore)
                    .orElseGet(() ->
                            configuration.map(each -> each.getCron().isEmpty()).orElse(true));
        }
    }

    Meaning of(String path, String text, Instant now) {
        Text key = new Text(path, text);
        Meaning last;
        synchronized (this) {
            last = known.get(key);
        }
        if (last != null && last.isTrueAt(now)) {
            return last;
        }
        Meaning meaning = understand(path, text, now);
        remember(key, meaning);
        return meaning;
    }

    private synchronized void remember(Text key, Meaning meaning) {
        if (known.put(key, meaning) == null) {
            characters += key.length();
        }
        Iterator<Text> eldest = known.keySet().iterator();
        while (characters > MOST_CHARACTERS && eldest.hasNext()) {
            characters -= eldest.next().length();
            eldest.remove();
        }
    }

    private static Meaning understand(String path, String text, Instant now) {
        try {
            StoredConfiguration stored = JobConfigurationCodec.decode(path, text);
            JobConfiguration configuration = stored.configuration().immutableCopy();
            return new Meaning(
                    Optional.of(configuration),
                    wrongIn(configuration),
                    List.copyOf(stored.warnings()),
                    nextFire(configuration, now));
        } catch (ConfigurationFormatException broken) {
            return new Meaning(Optional.empty(), Optional.of(broken.getMessage()), List.of(), Optional.empty());
        }
    }

    private static Optional<String> wrongIn(JobConfiguration configuration) {
        return configuration.problems().stream()
                .filter(each -> each.severity() == ConfigurationProblem.Severity.WRONG)
                .map(ConfigurationProblem::message)
                .findFirst();
    }

    private static Optional<Instant> nextFire(JobConfiguration configuration, Instant now) {
        try {
            return Schedule.of(configuration.getCron(), configuration.getTimeZone())
                    .next(now);
        } catch (IllegalArgumentException wrong) {
            return Optional.empty();
        }
    }
}
