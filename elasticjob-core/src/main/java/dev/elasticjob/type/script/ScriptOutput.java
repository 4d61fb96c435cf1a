package dev.elasticjob.type.script;

import dev.elasticjob.type.VisibleText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Splits the output of a script into lines, passes them on and keeps the last ones. The memory use stays within the limits below for any
 * output.
 */
final class ScriptOutput {

    static final int LONGEST_LINE = 4096;
    static final int TAIL_LINES = 20;
    static final int LONGEST_TAIL = 8192;

    /** Native charset of programs. If the locale specifies ASCII, as in many containers, programs write UTF-8 nevertheless. */
    private static final Charset CHARSET = charset(System.getProperty("native.encoding", ""));

    private final Consumer<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Deque<String> tail = new ArrayDeque<>();
    private long tooMuch;
    private int tailLength;

    ScriptOutput(Consumer<String> lines) {
        this.lines = lines;
    }

    static Charset charset(String nativeEncoding) {
        if (nativeEncoding.isEmpty() || !Charset.isSupported(nativeEncoding)) {
            return StandardCharsets.UTF_8;
        }
        Charset charset = Charset.forName(nativeEncoding);
        return charset.equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : charset;
    }

    /** Processes output. A carriage return ends a line too: programs that display their progress may write nothing else for a long time. */
    void accept(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                endLine();
            } else if (line.size() < LONGEST_LINE) {
                line.write(bytes[i]);
            } else {
                tooMuch++;
            }
        }
    }

    /** Passes on the last line, even if it is incomplete. Empty lines are omitted. */
    void endLine() {
        if (line.size() == 0) {
            return;
        }
        String text = VisibleText.of(line.toString(CHARSET)) + (tooMuch == 0 ? "" : "… (" + tooMuch + " bytes more)");
        line.reset();
        tooMuch = 0;
        remember(text);
        lines.accept(text);
    }

    private void remember(String text) {
        tail.addLast(text);
        tailLength += text.length();
        // The last line is always kept, because it is the most informative one.
        while (tail.size() > 1 && (tail.size() > TAIL_LINES || tailLength > LONGEST_TAIL)) {
            tailLength -= tail.removeFirst().length();
        }
    }

    /** Returns the last lines as the end of a sentence on how the script ended. */
    String tail() {
        return tail.isEmpty() ? " and no output" : "; its output ended with:\n" + String.join("\n", tail);
    }
}
