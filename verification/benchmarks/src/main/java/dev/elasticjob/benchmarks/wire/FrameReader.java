package dev.elasticjob.benchmarks.wire;

import java.util.function.IntConsumer;

/**
 * Extracts the frames in one direction of a connection from arbitrary chunks. A frame consists of a length of four bytes
 * and a body that begins with the request number of four bytes. The first frame is a handshake without a number.
 */
final class FrameReader {

    private static final int INTEGER_BYTES = 4;

    private final IntConsumer numbers;
    private boolean greeted;
    private int length;
    private int lengthBytes;
    private boolean inFrame;
    private int left;
    private int head;
    private int headBytes;

    /** @param numbers receives the number of each frame except the handshake */
    FrameReader(IntConsumer numbers) {
        this.numbers = numbers;
    }

    void accept(byte[] buffer, int end) {
        int at = 0;
        while (at < end) {
            if (!inFrame) {
                length = length << 8 | buffer[at++] & 0xff;
                if (++lengthBytes == INTEGER_BYTES) {
                    begin();
                }
            } else if (headBytes < INTEGER_BYTES) {
                head = head << 8 | buffer[at++] & 0xff;
                headBytes++;
                left--;
                if (headBytes == INTEGER_BYTES && greeted) {
                    numbers.accept(head);
                }
                endIfDone();
            } else {
                int skipped = Math.min(left, end - at);
                at += skipped;
                left -= skipped;
                endIfDone();
            }
        }
    }

    private void begin() {
        inFrame = true;
        left = length;
        length = 0;
        lengthBytes = 0;
        head = 0;
        headBytes = 0;
        endIfDone();
    }

    private void endIfDone() {
        if (left == 0) {
            inFrame = false;
            greeted = true;
        }
    }
}
