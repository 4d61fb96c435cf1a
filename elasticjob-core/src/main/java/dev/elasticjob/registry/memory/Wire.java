package dev.elasticjob.registry.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;

/**
 * The connection of one session: what is on it can be held up, and is lost when it breaks. Used on the delivery thread only.
 */
final class Wire {

    /** @param arrive what happens at the other end */
    private record Message(Runnable arrive, Runnable lose) {}

    private final Deque<Message> requests = new ArrayDeque<>();
    private final Deque<Message> answers = new ArrayDeque<>();
    private boolean requestsHeld;
    private boolean answersHeld;

    void request(Runnable arrive, Runnable lose) {
        send(requests, requestsHeld, new Message(arrive, lose));
    }

    void answer(Runnable arrive, Runnable lose) {
        send(answers, answersHeld, new Message(arrive, lose));
    }

    void holdRequests() {
        requestsHeld = true;
    }

    void holdAnswers() {
        answersHeld = true;
    }

    void release() {
        answersHeld = false;
        requestsHeld = false;
        deliver(answers);
        deliver(requests);
    }

    /** The connection breaks; the next one starts with nothing on it, and nothing held. */
    void lose() {
        answersHeld = false;
        requestsHeld = false;
        lose(answers);
        lose(requests);
    }

    private static void send(Queue<Message> queue, boolean held, Message message) {
        if (held) {
            queue.add(message);
        } else {
            message.arrive.run();
        }
    }

    /** A message may break the connection, which takes what is behind it from the queue. */
    private static void deliver(Queue<Message> queue) {
        for (Message message = queue.poll(); message != null; message = queue.poll()) {
            message.arrive.run();
        }
    }

    private static void lose(Queue<Message> queue) {
        for (Message message = queue.poll(); message != null; message = queue.poll()) {
            message.lose.run();
        }
    }
}
