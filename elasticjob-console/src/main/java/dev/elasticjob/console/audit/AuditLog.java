package dev.elasticjob.console.audit;

import dev.elasticjob.console.store.DataDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file that only grows, a line of JSON for each entry, on the disk before the next one. A large one is set aside under
 * another name; nothing is ever deleted here.
 */
public final class AuditLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final String CURRENT = "audit.jsonl";
    private static final long LARGEST = 32L << 20;

    private final DataDirectory directory;
    private final long largest;
    private final JsonMapper json = JsonMapper.builder().build();
    private FileChannel file;

    public AuditLog(DataDirectory directory) {
        this(directory, LARGEST);
    }

    AuditLog(DataDirectory directory, long largest) {
        this.directory = directory;
        this.largest = largest;
        try {
            file = directory.append(CURRENT);
        } catch (IOException failed) {
            throw new UncheckedIOException("The audit log cannot be written, so nothing is begun", failed);
        }
    }

    public synchronized void write(AuditEntry entry) {
        byte[] line = (json.writeValueAsString(entry) + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            if (file.size() > largest) {
                setAside(entry.at());
            }
            ByteBuffer bytes = ByteBuffer.wrap(line);
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            file.force(false);
        } catch (IOException failed) {
            throw new UncheckedIOException("The audit log cannot be written: " + directory.path(CURRENT), failed);
        }
    }

    private void setAside(String at) throws IOException {
        file.close();
        Path aside = directory.path("audit-" + at.replaceAll("[^0-9TZ]", "") + ".jsonl");
        if (!Files.exists(aside)) {
            Files.move(directory.path(CURRENT), aside);
        }
        file = directory.append(CURRENT);
    }

    /** The latest entries that are wanted, the latest first. */
    public List<AuditEntry> latest(Predicate<AuditEntry> wanted, int skip, int most) {
        List<AuditEntry> result = new ArrayList<>();
        int left = skip;
        for (Path each : files()) {
            for (AuditEntry entry : latestIn(each, wanted, left + most - result.size())) {
                if (left > 0) {
                    left--;
                } else if (result.size() < most) {
                    result.add(entry);
                }
            }
            if (result.size() == most) {
                break;
            }
        }
        return result;
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.list(directory.path(CURRENT).getParent())) {
            List<Path> files = new ArrayList<>(
                    all.filter(each -> each.getFileName().toString().matches("audit-.*\\.jsonl"))
                            .sorted()
                            .toList());
            files.add(directory.path(CURRENT));
            Collections.reverse(files);
            return files;
        } catch (IOException failed) {
            throw new UncheckedIOException("The audit log cannot be read", failed);
        }
    }

    private List<AuditEntry> latestIn(Path path, Predicate<AuditEntry> wanted, int most) {
        Deque<AuditEntry> last = new ArrayDeque<>();
        try (BufferedReader lines = Files.newBufferedReader(path)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                AuditEntry entry = parse(path, line);
                if (entry != null && wanted.test(entry)) {
                    last.addFirst(entry);
                    if (last.size() > most) {
                        last.removeLast();
                    }
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("The audit log cannot be read: " + path, failed);
        }
        return List.copyOf(last);
    }

    /** A machine that lost its power may have left half a line. */
    private AuditEntry parse(Path path, String line) {
        try {
            return json.readValue(line, AuditEntry.class);
        } catch (JacksonException broken) {
            LOG.warn("{} has a line that is no entry; it is left out", path);
            return null;
        }
    }

    @Override
    public synchronized void close() {
        try {
            file.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
