package dev.elasticjob.console.audit;

import dev.elasticjob.console.store.DataDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A log file with one JSON entry per line. Each entry is flushed to disk before the next one is written. A large file is
 * rotated under another name, and a limited number of rotated files is kept.
 */
public final class AuditLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final String CURRENT = "audit.jsonl";
    private static final String ASIDE = "audit-.*\\.jsonl";

    private final DataDirectory directory;
    private final long largest;
    private final int kept;
    private final AnonymousRequests anonymous = new AnonymousRequests();
    private final JsonMapper json = JsonMapper.builder().build();
    private FileChannel file;

    /**
     * Opens the log.
     *
     * @param largest size in bytes at which the file is rotated
     * @param kept number of rotated files that are kept
     */
    public AuditLog(DataDirectory directory, long largest, int kept) {
        this.directory = directory;
        this.largest = largest;
        this.kept = kept;
        try {
            file = directory.append(CURRENT);
        } catch (IOException failed) {
            throw new UncheckedIOException("The audit log cannot be written, so nothing is begun", failed);
        }
    }

    /** Records a request without a user. If there are many of them, they are summarised in one entry. */
    public synchronized void count(AuditEntry entry) {
        if (!anonymous.isFirst(entry)) {
            anonymous.count(entry);
            return;
        }
        anonymous.summary().ifPresent(this::write);
        anonymous.start(entry);
        write(entry);
    }

    /** @throws UncheckedIOException if the entry cannot be written, for example because the disk is full */
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
        deleteOldest();
    }

    private void deleteOldest() throws IOException {
        List<Path> aside = aside();
        for (Path each : aside.subList(0, Math.max(0, aside.size() - kept))) {
            Files.deleteIfExists(each);
            LOG.info("Deleted {}: {} files of the audit log are kept", each, kept);
        }
    }

    /** Returns the rotated files, oldest first. */
    private List<Path> aside() throws IOException {
        try (Stream<Path> all = Files.list(directory.path(CURRENT).getParent())) {
            return all.filter(each -> each.getFileName().toString().matches(ASIDE))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the latest matching entries, latest first. For a request that has ended, only the second entry is returned. */
    public List<AuditEntry> latest(Predicate<AuditEntry> wanted, int skip, int most) {
        List<AuditEntry> result = new ArrayList<>();
        int left = skip;
        Set<String> ended = new HashSet<>();
        for (Path each : files()) {
            for (AuditEntry entry : latestIn(each, wanted, left + most - result.size(), ended)) {
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
        try {
            List<Path> files = new ArrayList<>(aside());
            files.add(directory.path(CURRENT));
            Collections.reverse(files);
            return files;
        } catch (IOException failed) {
            throw new UncheckedIOException("The audit log cannot be read", failed);
        }
    }

    /** @param ended ids of requests that began in this file or an older one and ended in a newer one */
    private List<AuditEntry> latestIn(Path path, Predicate<AuditEntry> wanted, int most, Set<String> ended) {
        Deque<AuditEntry> last = new ArrayDeque<>();
        Map<String, AuditEntry> begun = new LinkedHashMap<>();
        Set<String> endedInFile = new HashSet<>();
        try (BufferedReader lines = Files.newBufferedReader(path)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                AuditEntry entry = parse(path, line);
                if (entry == null) {
                    continue;
                }
                if (entry.isIntent()) {
                    begun.put(entry.request(), entry);
                    continue;
                }
                if (begun.remove(entry.request()) == null) {
                    endedInFile.add(entry.request());
                }
                if (wanted.test(entry)) {
                    last.addFirst(entry);
                    if (last.size() > most) {
                        last.removeLast();
                    }
                }
            }
        } catch (NoSuchFileException deleted) {
            return List.of();
        } catch (IOException failed) {
            throw new UncheckedIOException("The audit log cannot be read: " + path, failed);
        }
        begun.keySet().removeAll(ended);
        ended.addAll(endedInFile);
        return Stream.concat(last.stream(), begun.values().stream().filter(wanted))
                .sorted(Comparator.comparing(AuditEntry::at).reversed())
                .limit(most)
                .toList();
    }

    /** Skips lines that cannot be parsed: a power failure may leave an incomplete line. */
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
            if (file.isOpen()) {
                anonymous.summary().ifPresent(this::write);
            }
            file.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
