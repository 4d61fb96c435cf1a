package dev.elasticjob.console.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * The directory with the persistent data of the console. Only one process can use it at a time, and only its owner can read it.
 */
public final class DataDirectory implements AutoCloseable {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path directory;
    private final FileChannel lockFile;
    private final FileLock lock;

    private DataDirectory(Path directory, FileChannel lockFile, FileLock lock) {
        this.directory = directory;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /** @throws IllegalStateException if another process uses the directory, or it is not usable */
    public static DataDirectory open(Path directory) {
        try {
            Files.createDirectories(directory);
            if (isPosix()) {
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            }
            FileChannel channel =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            return new DataDirectory(directory, channel, lock(directory, channel));
        } catch (IOException unusable) {
            throw new IllegalStateException(
                    "The data directory '" + directory + "' cannot be used: " + unusable
                            + ". Set console.data-directory to one that this user may write",
                    unusable);
        }
    }

    private static FileLock lock(Path directory, FileChannel channel) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException held) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            throw new IllegalStateException("The data directory '" + directory
                    + "' is in use by another console. Stop that one, or set console.data-directory to another");
        }
        return lock;
    }

    public Path path(String name) {
        return directory.resolve(name);
    }

    /** Returns the content of a file; empty if there is no such file. */
    public synchronized Optional<byte[]> read(String name) {
        try {
            return Optional.of(Files.readAllBytes(path(name)));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException("'" + path(name) + "' cannot be read", failed);
        }
    }

    /** Replaces a file atomically. A reader finds either the complete old or the complete new content, also after a crash. */
    public synchronized void write(String name, byte[] content) {
        Path file = path(name);
        Path draft = path(name + ".new");
        try {
            Files.deleteIfExists(draft);
            try (FileChannel channel = FileChannel.open(
                    draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly())) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException("'" + file + "' cannot be written; nothing was changed", failed);
        }
    }

    /** Opens a file for appending. */
    public FileChannel append(String name) throws IOException {
        return FileChannel.open(path(name), Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND), ownerOnly());
    }

    private static FileAttribute<?>[] ownerOnly() {
        return isPosix()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    @Override
    public void close() {
        try {
            lock.release();
            lockFile.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
