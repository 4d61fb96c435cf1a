package dev.elasticjob.chaos;

import dev.elasticjob.chaos.cluster.Engine;
import dev.elasticjob.chaos.fault.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Command line options.
 *
 * @param servers numbers of registry servers; one trial is run for each
 * @param analyse directory with existing records to analyse; when set, no trial is run
 * @param records directory in which the records are kept
 */
record Options(
        Duration time,
        long seed,
        List<Fault> faults,
        Engine engine,
        List<Integer> servers,
        Optional<Path> analyse,
        Optional<Path> records) {

    static final String USAGE = """
            usage: tools/chaos [--minutes M] [--seed S] [--faults a,b,...] [--peer] [--servers 1|3] [--records DIR]
                   tools/chaos --analyse DIR
              --minutes M      how long, in all (10)
              --seed S         what chance decides follows from it (1)
              --faults a,b     only these; without it all that this machine can have
              --peer           ElasticJob 3.0.4 instead of this one
              --servers N      of the registry; without it half of the time one, half of the time an ensemble of three
              --records DIR    where the records go; without it they are kept only when a promise was broken
              --analyse DIR    counts again what was recorded before""";

    /** @throws IllegalArgumentException with a message that names the invalid option */
    static Options parse(String... arguments) {
        Duration time = Duration.ofMinutes(10);
        long seed = 1;
        List<Fault> faults = List.of(Fault.values());
        Engine engine = Engine.OURS;
        List<Integer> servers = List.of(1, 3);
        Optional<Path> analyse = Optional.empty();
        Optional<Path> records = Optional.empty();
        Deque<String> words = new ArrayDeque<>(List.of(arguments));
        while (!words.isEmpty()) {
            String option = words.remove();
            switch (option) {
                case "--minutes" -> time = Duration.ofSeconds(Math.round(60 * number(option, words, 0.5)));
                case "--seed" -> seed = (long) number(option, words, Long.MIN_VALUE);
                case "--faults" -> faults = Fault.parse(value(option, words));
                case "--peer" -> engine = Engine.PEER;
                case "--servers" -> servers = List.of((int) number(option, words, 1));
                case "--analyse" -> analyse = Optional.of(Path.of(value(option, words)));
                case "--records" -> records = Optional.of(Path.of(value(option, words)));
                default -> throw new IllegalArgumentException("'" + option + "': there is no such option");
            }
        }
        return new Options(time, seed, faults, engine, servers, analyse, records);
    }

    private static String value(String option, Deque<String> words) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return words.remove();
    }

    private static double number(String option, Deque<String> words, double least) {
        String word = value(option, words);
        try {
            double number = Double.parseDouble(word);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException no) {
            // Handled like a number that is too small.
        }
        throw new IllegalArgumentException(option + " '" + word + "': it must be a number, at least " + least);
    }
}
