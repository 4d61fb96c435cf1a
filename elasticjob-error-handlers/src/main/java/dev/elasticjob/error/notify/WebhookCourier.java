package dev.elasticjob.error.notify;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls a robot and treats a message as accepted only if the response contains {@code "errcode": 0}. */
final class WebhookCourier implements Courier {

    /** Matches only a JSON name: within a JSON string the quotes would be escaped. */
    private static final Pattern ERROR_CODE = Pattern.compile("\"errcode\"\\s*:\\s*\"?(-?[0-9]+)");

    private static final int SHOWN_ANSWER_CHARS = 300;

    private final Supplier<URI> address;
    private final UnaryOperator<String> body;
    private final Duration connectTimeout;
    private final Duration readTimeout;
    private HttpClient client;

    WebhookCourier(Supplier<URI> address, UnaryOperator<String> body, Duration connectTimeout, Duration readTimeout) {
        this.address = address;
        this.body = body;
        this.connectTimeout = connectTimeout;
        this.readTimeout = readTimeout;
    }

    @Override
    public void send(String text) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.get())
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(BodyPublishers.ofString(body.apply(text), StandardCharsets.UTF_8))
                .build();
        HttpResponse<String> answer = exchange(request);
        String shown = Texts.oneLine(answer.body(), SHOWN_ANSWER_CHARS);
        if (answer.statusCode() != 200) {
            throw new IOException("The robot answered with HTTP status " + answer.statusCode() + ": " + shown);
        }
        Matcher errorCode = ERROR_CODE.matcher(answer.body());
        if (!errorCode.find()) {
            throw new IOException("The answer has no errcode, so it does not come from a robot: " + shown);
        }
        if (!errorCode.group(1).equals("0")) {
            throw new IOException("The robot refused the message with errcode " + errorCode.group(1) + ": " + shown);
        }
    }

    /** Sends a request with a timeout for the complete response. The timeout of the client itself ends with the response headers. */
    private HttpResponse<String> exchange(HttpRequest request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<String>> answer = client().sendAsync(request, info -> new BoundedBody());
        try {
            return answer.get(connectTimeout.plus(readTimeout).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new IOException("No answer within " + connectTimeout.toMillis() + " ms for the connection and "
                    + readTimeout.toMillis() + " ms for the rest");
        } catch (ExecutionException failed) {
            throw new IOException("The robot cannot be reached", failed.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    /** Creates the client on first use, on the sending thread: initialising TLS is too slow for the thread of a job. */
    private HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(connectTimeout)
                    .build();
        }
        return client;
    }

    /** Does nothing: interrupting the sending thread is sufficient. */
    @Override
    public void abort() {}

    /**
     * Closes the client, which holds a thread. Clients can be closed from Java 21 on; before, their threads end after garbage collection.
     */
    @Override
    public void close() {
        if (client instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception impossible) {
                throw new IllegalStateException("An HTTP client declares no exception here", impossible);
            }
        }
        client = null;
    }
}
