package dev.elasticjob.type.http;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One client for all jobs that wait equally long for a connection: the JDK's client takes that time for itself, not for a
 * request. Nearly always there is one. Values come from the registry, so only the few used last are kept; a client that
 * nobody holds ends its thread by itself. Clients share their workers, which end when there is nothing to do.
 */
final class HttpClients {

    private static final int MOST = 4;
    private static final int IDLE_SECONDS = 10;

    private final AtomicInteger threads = new AtomicInteger();

    /** As many as there are requests at work: looking up a host name blocks. */
    private final ExecutorService workers = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), this::thread);

    private final Map<Duration, HttpClient> clients = new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Duration, HttpClient> eldest) {
            return size() > MOST;
        }
    };

    synchronized HttpClient connectingWithin(Duration timeout) {
        return clients.computeIfAbsent(timeout, this::build);
    }

    private HttpClient build(Duration connectTimeout) {
        return HttpClient.newBuilder()
                // Neither upgrade headers that irritate old servers, nor connections that are kept for ever.
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .executor(workers)
                .build();
    }

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work, "elasticjob-http-" + threads.incrementAndGet());
        thread.setDaemon(true);
        // Not that of the application whose job happened to come first.
        thread.setContextClassLoader(HttpClients.class.getClassLoader());
        return thread;
    }
}
