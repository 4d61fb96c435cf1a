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
 * Provides one client for all jobs with the same connection timeout: the JDK's client has that timeout per client, not per request.
 * Usually there is only one. The values come from the registry, so only the clients used last are kept; the thread of an unreferenced
 * client ends after garbage collection. Clients share their worker threads, which end when they are idle.
 */
final class HttpClients {

    private static final int MOST = 4;
    private static final int IDLE_SECONDS = 10;

    private final AtomicInteger threads = new AtomicInteger();

    /** The number of threads is not limited, because resolving a host name blocks a thread. */
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
                // Avoids upgrade headers, which some old servers do not accept, and connections that are kept open
                // permanently.
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .executor(workers)
                .build();
    }

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work, "elasticjob-http-" + threads.incrementAndGet());
        thread.setDaemon(true);
        // Avoids a reference to the application whose job was the first.
        thread.setContextClassLoader(HttpClients.class.getClassLoader());
        return thread;
    }
}
