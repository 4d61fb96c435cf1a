package dev.elasticjob.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Data directories of the registry servers. On request they are small in-memory file systems that fill up quickly. */
final class Disks implements AutoCloseable {

    private static final String SIZE = "size=24m";

    private final List<Path> directories = new ArrayList<>();
    private final boolean small;

    Disks(Path parent, int count, boolean small) {
        this.small = small;
        for (int i = 0; i < count; i++) {
            try {
                directories.add(Files.createDirectories(parent.resolve("disk-" + i)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (small) {
            directories.forEach(each -> run("mount", "-t", "tmpfs", "-o", SIZE, "tmpfs", each.toString()));
        }
    }

    List<Path> directories() {
        return List.copyOf(directories);
    }

    private static void run(String... command) {
        try {
            int answer = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (answer != 0) {
                throw new IllegalStateException(String.join(" ", command) + " ended with " + answer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (small) {
            directories.forEach(each -> run("umount", each.toString()));
        }
    }
}
