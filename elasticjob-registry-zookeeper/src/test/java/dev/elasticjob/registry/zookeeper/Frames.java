package dev.elasticjob.registry.zookeeper;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.zookeeper.ZooDefs.OpCode;

/** Finds commits and reads in what a proxy carries, so that a fault hits one of them and not a heartbeat. */
final class Frames {

    private final AtomicInteger request = new AtomicInteger();

    /** A piece that carries a commit or a read. */
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

    /** A piece that carries the answer to the last {@link #request()}. */
    Predicate<byte[]> answer() {
        return piece -> frames(piece).stream().anyMatch(frame -> frame.number == request.get());
    }

    private record Frame(int number, int type) {}

    /** The first frame of a connection has another form, but is never as long as a number and type of interest. */
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
