package dev.elasticjob.error.notify;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Passes printed output on line by line. */
final class LogStream extends OutputStream {

    private static final int LONGEST_LINE = 2000;

    private final Consumer<String> log;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    private LogStream(Consumer<String> log) {
        this.log = log;
    }

    static PrintStream to(Consumer<String> log) {
        return new PrintStream(new LogStream(log), false, StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void write(int character) {
        if (character == '\n') {
            log.accept(Texts.oneLine(line.toString(StandardCharsets.UTF_8), LONGEST_LINE)
                    .strip());
            line.reset();
        } else {
            line.write(character);
        }
    }
}
