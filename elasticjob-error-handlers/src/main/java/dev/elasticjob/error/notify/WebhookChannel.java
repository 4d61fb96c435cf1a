package dev.elasticjob.error.notify;

import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Channel to a robot that is called by HTTP. The URL is computed for every message, because a signature is valid for one hour only. */
final class WebhookChannel implements Channel {

    private final Secrets secrets;
    private final Supplier<URI> address;
    private final UnaryOperator<String> body;
    private final Duration connectTimeout;
    private final Duration readTimeout;

    WebhookChannel(
            Secrets secrets,
            Supplier<URI> address,
            UnaryOperator<String> body,
            Duration connectTimeout,
            Duration readTimeout) {
        this.secrets = secrets;
        this.address = address;
        this.body = body;
        this.connectTimeout = connectTimeout;
        this.readTimeout = readTimeout;
    }

    @Override
    public Secrets secrets() {
        return secrets;
    }

    @Override
    public Courier open() {
        return new WebhookCourier(address, body, connectTimeout, readTimeout);
    }
}
