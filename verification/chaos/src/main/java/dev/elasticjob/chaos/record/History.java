package dev.elasticjob.chaos.record;

import dev.elasticjob.chaos.record.Run.Outcome;
import dev.elasticjob.witness.Witness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** All records of one trial. */
public record History(List<Run> runs, List<Event> events) {

    public History {
        runs = runs.stream().sorted(Comparator.comparingLong(Run::begin)).toList();
        events = events.stream().sorted(Comparator.comparingLong(Event::at)).toList();
    }

    /** @param directory of a {@link Chronicle} and the records of its processes */
    public static History read(Path directory) {
        try {
            Path runs = directory.resolve(Witness.RUNS);
            return parse(
                    Files.exists(runs) ? Files.readAllLines(runs) : List.of(),
                    Files.readAllLines(directory.resolve(Chronicle.EVENTS)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static History parse(List<String> runLines, List<String> eventLines) {
        Map<String, Run> runs = new LinkedHashMap<>();
        for (String line : runLines) {
            String[] words = line.split(" ");
            String id = words[3] + " " + words[4];
            if (words[0].equals("begin")) {
                runs.put(id, begun(words));
            } else {
                Outcome outcome = Outcome.valueOf(words[5].toUpperCase(Locale.ROOT));
                runs.computeIfPresent(id, (key, run) -> run.ended(Long.parseLong(words[1]), outcome));
            }
        }
        return new History(
                List.copyOf(runs.values()),
                eventLines.stream().map(Event::parse).toList());
    }

    private static Run begun(String[] words) {
        return new Run(
                Long.parseLong(words[3]),
                Integer.parseInt(words[4]),
                words[5],
                Integer.parseInt(words[6]),
                Integer.parseInt(words[7]),
                number(words[8]),
                number(words[9]),
                Integer.parseInt(words[10]),
                words[11],
                Long.parseLong(words[1]),
                Run.NEVER,
                Outcome.NONE);
    }

    private static OptionalLong number(String word) {
        return word.equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(word));
    }
}
