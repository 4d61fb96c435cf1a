package dev.elasticjob.error.notify;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * Reads the beginning of a response body and discards the rest. A robot answers with one line; a longer response does not come from a
 * robot.
 */
final class BoundedBody implements BodySubscriber<String> {

    private static final int MAX_BYTES = 16_384;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<String> result = new CompletableFuture<>();
    private Subscription subscription;

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer each : buffers) {
            byte[] part = new byte[Math.min(each.remaining(), MAX_BYTES - bytes.size())];
            each.get(part);
            bytes.writeBytes(part);
        }
        if (bytes.size() < MAX_BYTES) {
            subscription.request(1);
        } else {
            subscription.cancel();
            onComplete();
        }
    }

    @Override
    public void onError(Throwable failure) {
        result.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        result.complete(bytes.toString(StandardCharsets.UTF_8));
    }

    @Override
    public CompletionStage<String> getBody() {
        return result;
    }
}
