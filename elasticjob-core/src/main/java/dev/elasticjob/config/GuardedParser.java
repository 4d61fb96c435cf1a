package dev.elasticjob.config;

import java.util.Optional;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.parser.Parser;

/** Rejects events that would make the tree larger than the text, or too deep for recursion. */
final class GuardedParser implements Parser {

    private final String nodePath;
    private final Parser parser;
    private int depth;
    private int documents;

    GuardedParser(String nodePath, Parser parser) {
        this.nodePath = nodePath;
        this.parser = parser;
    }

    @Override
    public boolean checkEvent(Event.ID choice) {
        return parser.checkEvent(choice);
    }

    @Override
    public Event peekEvent() {
        return parser.peekEvent();
    }

    @Override
    public Event getEvent() {
        Event event = parser.getEvent();
        if (event instanceof AliasEvent) {
            throw refused(event, "an alias ('*') is not allowed", "Write the value out");
        } else if (event instanceof CollectionStartEvent && ++depth > SafeYaml.DEEPEST_NESTING) {
            throw refused(event, "values are nested more than " + SafeYaml.DEEPEST_NESTING + " deep", "Flatten them");
        } else if (event instanceof CollectionEndEvent) {
            depth--;
        } else if (event instanceof DocumentStartEvent && ++documents > 1) {
            throw refused(event, "a second document begins", "Keep what stands before '---' only");
        }
        return event;
    }

    private ConfigurationFormatException refused(Event event, String reason, String remedy) {
        return new ConfigurationFormatException(nodePath, Optional.of(event.getStartMark()), reason, remedy);
    }
}
