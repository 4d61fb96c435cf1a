package dev.elasticjob.benchmarks.wire;

/**
 * Finds the frames in one direction of a connection, however the network has cut them up: a length of four bytes, then the
 * frame. It begins with the number of its request and, on the way to the server, its kind, four bytes each. The first frame
 * is a handshake and has neither.
 */
final class FrameReader {

    /** Is told of every frame but the handshake. */
    @FunctionalInterface
    interface Frames {

        /** @param kind of the request; means nothing on the way to the client */
        void frame(int number, int kind);
    }

    private static final int INTEGER_BYTES = 4;

    private final Frames frames;
    private boolean greeted;
    private int length;
    private int lengthBytes;
    private boolean inFrame;
    private int left;
    private long head;
    private int headBytes;

    FrameReader(Frames frames) {
        this.frames = frames;
    }

    void accept(byte[] buffer, int end) {
        int at = 0;
        while (at < end) {
            if (!inFrame) {
                length = length << 8 | buffer[at++] & 0xff;
                if (++lengthBytes == INTEGER_BYTES) {
                    begin();
                }
            } else if (headBytes < 2 * INTEGER_BYTES) {
                head = head << 8 | buffer[at++] & 0xff;
                headBytes++;
                left--;
                if (headBytes == 2 * INTEGER_BYTES && greeted) {
                    frames.frame((int) (head >>> 32), (int) head);
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
