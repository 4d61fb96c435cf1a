package dev.elasticjob.error.notify;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Channel that accepts a message when the test allows it. */
final class FakeChannel implements Channel {

    final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
    final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    final BlockingQueue<ClassLoader> contextLoaders = new LinkedBlockingQueue<>();
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    final AtomicInteger aborts = new AtomicInteger();
    volatile CountDownLatch gate = new CountDownLatch(0);
    volatile Throwable failure;

    @Override
    public Secrets secrets() {
        return new Secrets(Stream.of("hush"));
    }

    @Override
    public Courier open() {
        opened.incrementAndGet();
        return new Courier() {
            @Override
            public void send(String text) throws Exception {
                contextLoaders.add(Thread.currentThread().getContextClassLoader());
                begun.add(text);
                gate.await();
                if (failure instanceof Error error) {
                    throw error;
                }
                if (failure != null) {
                    throw new IOException("The server said hush", failure);
                }
                sent.add(text);
            }

            @Override
            public void abort() {
                aborts.incrementAndGet();
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    static String next(BlockingQueue<String> messages) throws InterruptedException {
        String next = messages.poll(60, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("No message came");
        }
        return next;
    }
}
