package dev.elasticjob.type.http;

import dev.elasticjob.type.VisibleText;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Response to a request, of which only the beginning of the body is kept. The body of a successful response is read to its end, because
 * only then the work is done; of a failure, only the displayed part is read.
 */
final class Answer implements BodySubscriber<Answer> {

    static final int KEPT = 4096;
    private static final int LONGEST_SHOWN = 1000;
    private static final Pattern CHARSET = Pattern.compile("charset\\s*=\\s*\"?([^\\s;\"]+)", Pattern.CASE_INSENSITIVE);

    private final ResponseInfo info;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CompletableFuture<Answer> complete = new CompletableFuture<>();
    private Flow.Subscription subscription;

    Answer(ResponseInfo info) {
        this.info = info;
    }

    int status() {
        return info.statusCode();
    }

    boolean isSuccess() {
        return status() >= 200 && status() < 300;
    }

    /** Returns the Location header; empty if there is none. */
    String location() {
        return info.headers().firstValue("Location").orElse("");
    }

    /** Returns the beginning of the body, safe for logs. */
    String body() {
        return VisibleText.beginning(kept.toString(charset()), LONGEST_SHOWN);
    }

    private Charset charset() {
        Matcher matcher =
                CHARSET.matcher(info.headers().firstValue("Content-Type").orElse(""));
        try {
            if (matcher.find() && Charset.isSupported(matcher.group(1))) {
                return Charset.forName(matcher.group(1));
            }
        } catch (IllegalCharsetNameException noName) {
            return StandardCharsets.UTF_8;
        }
        return StandardCharsets.UTF_8;
    }

    @Override
    public CompletionStage<Answer> getBody() {
        return complete;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] bytes = new byte[Math.min(buffer.remaining(), KEPT - kept.size())];
            buffer.get(bytes);
            kept.writeBytes(bytes);
        }
        if (!isSuccess() && kept.size() == KEPT) {
            subscription.cancel();
            complete.complete(this);
        }
    }

    @Override
    public void onError(Throwable failure) {
        complete.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        complete.complete(this);
    }
}
