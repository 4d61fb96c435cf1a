package dev.elasticjob.examples.demo;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Command line settings.
 *
 * @param limit time after which the demo ends automatically
 * @param console whether to start the console
 * @param port preferred port of the console
 * @param live whether to show a live view in a terminal of this size
 */
record DemoSettings(Optional<Duration> limit, boolean console, int port, boolean live, int rows, int columns) {

    static final String USAGE = "Usage: ./demo [--seconds N] [--port N] [--no-console]";

    private static final int CONSOLE_PORT = 8088;

    /** @throws IllegalArgumentException with a message for the user */
    static DemoSettings parse(String... args) {
        Optional<Duration> limit = Optional.empty();
        boolean console = true;
        int port = CONSOLE_PORT;
        boolean live = false;
        int rows = 0;
        int columns = 0;
        Iterator<String> left = List.of(args).iterator();
        while (left.hasNext()) {
            String option = left.next();
            switch (option) {
                case "--seconds" -> limit = Optional.of(Duration.ofSeconds(number(option, left, 999_999)));
                case "--port" -> port = number(option, left, 65535);
                case "--no-console" -> console = false;
                // Set by the launch script, which can detect a terminal.
                case "--terminal" -> {
                    live = true;
                    rows = Math.max(16, number(option, left, 9999));
                    columns = Math.max(40, number(option, left, 9999));
                }
                default -> throw new IllegalArgumentException("Unknown option " + option + ". " + USAGE);
            }
        }
        return new DemoSettings(limit, console, port, live, rows, columns);
    }

    private static int number(String option, Iterator<String> left, int highest) {
        String text = left.hasNext() ? left.next() : "";
        if (!text.matches("[0-9]{1,6}") || Integer.parseInt(text) > highest) {
            throw new IllegalArgumentException(
                    option + " needs a number up to " + highest + ", not '" + text + "'. " + USAGE);
        }
        return Integer.parseInt(text);
    }
}
