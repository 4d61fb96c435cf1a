package dev.elasticjob.console.security;

import java.io.IOException;
import java.time.Duration;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * HTTP with a deadline for the headers of a request. Without it, a client that sends a byte now and then occupies a connection
 * for hours, because the server's own timeout restarts with every byte. {@link BodyFilter} limits bodies.
 */
public final class HeaderDeadlineProtocol extends Http11NioProtocol {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    @Override
    protected Processor createProcessor() {
        return new DeadlineProcessor(this, getAdapter());
    }

    /** Processor that is called whenever bytes have arrived. If none arrive, the server's own timeout closes the connection. */
    private static final class DeadlineProcessor extends Http11Processor {

        /** Connection whose headers were received in part. A processor serves many connections. */
        private SocketWrapperBase<?> receivingFrom;

        private long begunNanos;

        DeadlineProcessor(AbstractHttp11Protocol<?> protocol, Adapter adapter) {
            super(protocol, adapter);
        }

        @Override
        public SocketState service(SocketWrapperBase<?> connection) throws IOException {
            if (receivingFrom != connection) {
                receivingFrom = connection;
                begunNanos = System.nanoTime();
            } else if (System.nanoTime() - begunNanos > LIMIT.toNanos()) {
                receivingFrom = null;
                return SocketState.CLOSED;
            }
            SocketState state = super.service(connection);
            if (state != SocketState.LONG || isAsync()) {
                receivingFrom = null;
            }
            return state;
        }
    }
}
