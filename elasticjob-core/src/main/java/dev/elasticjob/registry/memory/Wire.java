package dev.elasticjob.registry.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;

/** Connection of one session. Messages can be held, and are lost when it breaks. Used on the delivery thread only. */
final class Wire {

    /**
     * Message in one direction.
     *
     * @param arrive action when it is received
     * @param lose action when it is lost
     */
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

    /** Breaks the connection; the next connection starts without messages and without holds. */
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

    /** Delivers messages. A message may break the connection, which removes the following messages from the queue. */
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
