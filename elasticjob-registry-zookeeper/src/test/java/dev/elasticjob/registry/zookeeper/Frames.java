package dev.elasticjob.registry.zookeeper;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.zookeeper.ZooDefs.OpCode;

/** Finds commits and reads in the data of a proxy, so that a fault affects one of them and not a heartbeat. */
final class Frames {

    private final AtomicInteger request = new AtomicInteger();

    /** Matches data that contains a commit or a read. */
    Predicate<byte[]> request() {
        return piece -> {
            for (Frame frame : frames(piece)) {
                if (frame.type == OpCode.multi || frame.type == OpCode.multiRead) {
                    request.set(frame.number);
                    return true;
                }
            }
            return false;
        };
    }

    /** Matches data that contains the response to the last {@link #request()}. */
    Predicate<byte[]> answer() {
        return piece -> frames(piece).stream().anyMatch(frame -> frame.number == request.get());
    }

    private record Frame(int number, int type) {}

    /** The first frame of a connection has another format, but its length never equals a relevant number and type. */
    private static List<Frame> frames(byte[] piece) {
        List<Frame> frames = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(piece);
        while (bytes.remaining() >= 12) {
            int length = bytes.getInt();
            frames.add(new Frame(bytes.getInt(bytes.position()), bytes.getInt(bytes.position() + 4)));
            if (length < 0 || length > bytes.remaining()) {
                break;
            }
            bytes.position(bytes.position() + length);
        }
        return frames;
    }
}
