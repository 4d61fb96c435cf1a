package dev.elasticjob.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A deliberate mistake in the decision code.
 *
 * @param mistake what is wrong, in a few words
 * @param script the history that finds it; random ones if there is none
 * @param finds what of the violation's text tells that this mistake was found, and not some other
 */
record Mutant(String mistake, List<Edit> edits, Optional<SimScript> script, List<String> finds) {

    /** A change of one source file, at the only place where it can be meant. */
    record Edit(String file, String snippet, String replacement) {

        /** White space counts as such, however much of it there is. */
        String apply(String source) {
            Matcher found = Pattern.compile(Stream.of(snippet.strip().split("\\s+"))
                            .map(Pattern::quote)
                            .collect(Collectors.joining("\\s+")))
                    .matcher(source);
            long times = found.results().count();
            if (times != 1) {
                throw new IllegalStateException(
                        "Update the mutant: " + file + " has " + times + " times, not once, the code\n" + snippet);
            }
            return found.replaceFirst(Matcher.quoteReplacement(replacement));
        }
    }

    static Mutant of(String mistake) {
        return new Mutant(mistake, List.of(), Optional.empty(), List.of());
    }

    /** With a change of a file of the engine; for rules that two pieces of code keep, it takes more than one. */
    Mutant edit(String file, String snippet, String replacement) {
        List<Edit> more = new ArrayList<>(edits);
        more.add(new Edit(file, snippet, replacement));
        return new Mutant(mistake, List.copyOf(more), script, finds);
    }

    /** Found by this script, not by random histories. */
    Mutant in(SimScript found) {
        return new Mutant(mistake, edits, Optional.of(found), finds);
    }

    /** With the numbers of the invariants that it breaks. */
    Mutant breaks(String... violations) {
        return new Mutant(mistake, edits, script, List.of(violations));
    }

    /** The sources with the mistake in them. */
    Map<String, String> applyTo(Map<String, String> sources) {
        Map<String, String> mutated = new TreeMap<>(sources);
        for (Edit edit : edits) {
            String source = mutated.get(edit.file());
            if (source == null) {
                throw new IllegalStateException("Update the mutant: there is no file " + edit.file());
            }
            mutated.put(edit.file(), edit.apply(source));
        }
        return mutated;
    }

    @Override
    public String toString() {
        return mistake;
    }
}
