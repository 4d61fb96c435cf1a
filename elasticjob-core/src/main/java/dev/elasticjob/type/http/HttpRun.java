package dev.elasticjob.type.http;

import dev.elasticjob.api.HttpJobProperties;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.type.JobItemFailedException;
import dev.elasticjob.type.ShardingContextJson;
import dev.elasticjob.type.VisibleText;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Request of one item, including its redirects. */
final class HttpRun {

    private static final int LONGEST_DETAIL = 200;

    private final HttpClient client;
    private final HttpCall call;
    private final ShardingContext context;
    private final String json;
    private final long start = System.nanoTime();

    /** The response that is being received. Written by the client's threads. */
    private volatile Optional<Answer> begun = Optional.empty();

    HttpRun(HttpClient client, HttpCall call, ShardingContext context) {
        this.client = client;
        this.call = call;
        this.context = context;
        this.json = ShardingContextJson.of(context);
    }

    Answer perform() throws InterruptedException {
        URI uri = call.target().uri();
        int followed = 0;
        Answer answer = send(uri);
        while (Redirects.isRedirect(answer.status())) {
            uri = follow(uri, answer, followed++);
            answer = send(uri);
        }
        if (!answer.isSuccess()) {
            String body = answer.body();
            throw failed(uri, "answered with status " + answer.status() + (body.isEmpty() ? "" : ": " + body), null);
        }
        return answer;
    }

    private Answer send(URI uri) throws InterruptedException {
        begun = Optional.empty();
        CompletableFuture<HttpResponse<Answer>> response = client.sendAsync(call.request(uri, json), this::begin);
        try {
            long left = call.readTimeout().toNanos() - (System.nanoTime() - start);
            return response.get(left, TimeUnit.NANOSECONDS).body();
        } catch (InterruptedException | TimeoutException givenUp) {
            // Closes the connection, so that the server can detect it.
            response.cancel(true);
            if (givenUp instanceof InterruptedException cancelled) {
                throw cancelled;
            }
            throw failed(uri, tooLate(), null);
        } catch (ExecutionException failure) {
            throw failed(uri, failure.getCause());
        }
    }

    private HttpResponse.BodySubscriber<Answer> begin(HttpResponse.ResponseInfo info) {
        Answer answer = new Answer(info);
        begun = Optional.of(answer);
        return answer;
    }

    private URI follow(URI from, Answer answer, int followed) {
        String status = "answered with status " + answer.status();
        Optional<URI> to = Redirects.resolve(from, answer.location());
        if (answer.location().isBlank() || to.isEmpty()) {
            throw failed(from, status + " and no address to go to", null);
        }
        Redirects.objection(call.method(), from, to.get(), followed).ifPresent(objection -> {
            throw failed(
                    from,
                    status + ", a redirect to " + VisibleText.beginning(HttpTarget.shown(to.get()), LONGEST_DETAIL)
                            + " that is not followed: " + objection + ". If that is the right place, set "
                            + HttpJobProperties.URI_KEY + " to it",
                    null);
        });
        return HttpTarget.stripped(to.get());
    }

    private String tooLate() {
        String limit = call.readTimeout().toMillis() + " ms (" + HttpJobProperties.READ_TIMEOUT_KEY + ")";
        return begun.map(answer ->
                        "began to answer with status " + answer.status() + ", but did not end within " + limit)
                .orElse("did not answer within " + limit);
    }

    private JobItemFailedException failed(URI uri, Throwable cause) {
        if (cause instanceof HttpConnectTimeoutException) {
            String limit = call.connectTimeout().toMillis() + " ms (" + HttpJobProperties.CONNECT_TIMEOUT_KEY + ")";
            return failed(uri, "took no connection within " + limit, cause);
        }
        String message = Optional.ofNullable(cause.getMessage())
                .map(text -> ": " + VisibleText.beginning(text, LONGEST_DETAIL))
                .orElse("");
        return failed(
                uri, "could not be reached, or broke off: " + cause.getClass().getSimpleName() + message, cause);
    }

    private JobItemFailedException failed(URI uri, String what, Throwable cause) {
        return new JobItemFailedException(
                context, "the server of " + call.method() + " " + HttpTarget.shown(uri) + " " + what, cause);
    }
}
