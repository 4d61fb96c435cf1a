package dev.elasticjob.benchmarks.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class FrameReaderTest {

    private final List<Integer> seen = new ArrayList<>();
    private final FrameReader reader = new FrameReader(seen::add);

    @Test
    void the_handshake_is_no_frame_of_interest() {
        feed(conversation(), conversation().length);
        assertThat(seen).containsExactly(1, 2, -2, 3);
    }

    @Test
    void frames_are_found_wherever_the_network_cuts() {
        for (int piece = 1; piece < 40; piece++) {
            seen.clear();
            FrameReader each = new FrameReader(seen::add);
            byte[] all = conversation();
            for (int from = 0; from < all.length; from += piece) {
                byte[] part = Arrays.copyOfRange(all, from, Math.min(all.length, from + piece));
                each.accept(part, part.length);
            }
            assertThat(seen).as("pieces of %d bytes", piece).containsExactly(1, 2, -2, 3);
        }
    }

    @Test
    void only_the_bytes_that_were_read_count() {
        byte[] buffer = Arrays.copyOf(conversation(), 10_000);
        feed(buffer, conversation().length);
        assertThat(seen).hasSize(4);
    }

    @Test
    void requests_that_do_not_wait_for_each_other_share_a_round_trip() {
        LongAdder total = new LongAdder();
        RoundTrips trips = new RoundTrips(total);
        trips.requested();
        trips.requested();
        trips.requested();
        assertThat(total.sum()).isEqualTo(1);
        trips.answered();
        trips.requested();
        assertThat(total.sum()).as("the answer to the first request has come").isEqualTo(2);
        trips.answered();
        trips.answered();
        trips.requested();
        assertThat(total.sum()).as("the fourth is not answered yet").isEqualTo(2);
        trips.answered();
        trips.requested();
        assertThat(total.sum()).isEqualTo(3);
    }

    @Test
    void a_client_that_waits_has_as_many_round_trips_as_requests() {
        LongAdder total = new LongAdder();
        RoundTrips trips = new RoundTrips(total);
        for (int i = 0; i < 100; i++) {
            trips.requested();
            trips.answered();
        }
        assertThat(total.sum()).isEqualTo(100);
    }

    private void feed(byte[] bytes, int length) {
        reader.accept(bytes, length);
    }

    private static byte[] conversation() {
        ByteBuffer bytes = ByteBuffer.allocate(1_000);
        frame(bytes, 0, 0, 45);
        frame(bytes, 1, 14, 300);
        frame(bytes, 2, 22, 8);
        frame(bytes, -2, 11, 8);
        frame(bytes, 3, 106, 37);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static void frame(ByteBuffer into, int number, int kind, int length) {
        into.putInt(length).putInt(number).putInt(kind).put(new byte[length - 8]);
    }
}
