package dev.elasticjob.console.security;

import dev.elasticjob.console.problem.Problems;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * Receives the body of a request before anything else handles the request. The body is limited in size and time, must be JSON,
 * and is received without blocking a thread, so slow clients do not delay others.
 *
 * <p>The container then dispatches the request again. To all other filters it appears as the first dispatch, so that none of
 * them skips it as an asynchronous one. It keeps the address that the client sent, because the container would decode the
 * address twice.
 */
public final class BodyFilter implements Filter {

    private static final Logger LOG = LoggerFactory.getLogger(BodyFilter.class);
    private static final String ATTRIBUTE = BodyFilter.class.getName();

    /** Path to which the container dispatches requests whose body has been received. All paths lead to the same servlet. */
    private static final String RECEIVED = "/received";

    private static final int CHUNK = 8192;

    /** A request as the client sent it. */
    private record Content(
            byte[] body, String uri, StringBuffer url, String servletPath, String pathInfo, String query) {

        static Content of(HttpServletRequest request, byte[] body) {
            return new Content(
                    body,
                    request.getRequestURI(),
                    request.getRequestURL(),
                    request.getServletPath(),
                    request.getPathInfo(),
                    request.getQueryString());
        }
    }

    /** Size and time limits of a request body. */
    private record Limits(int bytes, Duration time) {

        static final Limits LOGIN = new Limits(4 << 10, Duration.ofSeconds(5));
        static final Limits USUAL = new Limits(64 << 10, Duration.ofSeconds(10));

        /** A registry node holds at most 1 MB; a thousand job names need less. */
        static final Limits LARGE = new Limits(1 << 20, Duration.ofSeconds(15));

        static Limits of(String path) {
            if (path.startsWith(Access.API + "/session")) {
                return LOGIN;
            }
            return path.contains("/configuration") || path.contains("/bulk/") ? LARGE : USUAL;
        }
    }

    @Override
    public void doFilter(ServletRequest plainRequest, ServletResponse plainResponse, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest request = (HttpServletRequest) plainRequest;
        HttpServletResponse response = (HttpServletResponse) plainResponse;
        if (request.getAttribute(ATTRIBUTE) instanceof Content content
                && request.getDispatcherType() == DispatcherType.ASYNC) {
            request.removeAttribute(ATTRIBUTE);
            chain.doFilter(new Received(request, content), response);
        } else if (request.getDispatcherType() != DispatcherType.REQUEST || !hasBody(request)) {
            chain.doFilter(request, response);
        } else {
            Limits limits = Limits.of(request.getRequestURI());
            if (request.getContentLengthLong() > limits.bytes()) {
                reject(response, HttpStatus.CONTENT_TOO_LARGE, "too-large", tooLarge(limits));
            } else if (!isJson(request)) {
                reject(
                        response,
                        HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                        "media-type",
                        "The body of a request must be JSON. Send it with Content-Type: application/json");
            } else {
                receive(request, response, limits);
            }
        }
    }

    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
    }

    private static boolean isJson(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.toLowerCase(Locale.ROOT).matches("application/([a-z0-9.-]+\\+)?json\\s*(;.*)?");
    }

    private static String tooLarge(Limits limits) {
        return "The body of this request has more than " + limits.bytes() + " bytes, which is the limit. Send less";
    }

    private static void reject(HttpServletResponse response, HttpStatus status, String code, String detail)
            throws IOException {
        response.setHeader(HttpHeaders.CONNECTION, "close");
        Problems.write(response, Problems.problem(status, code, detail));
    }

    private static void receive(HttpServletRequest request, HttpServletResponse response, Limits limits)
            throws IOException {
        AsyncContext async = request.startAsync(request, response);
        async.setTimeout(limits.time().toMillis());
        Reception reception = new Reception(async, request, response, limits);
        async.addListener(reception);
        request.getInputStream().setReadListener(reception);
    }

    /** Collects the body. The container calls it when bytes have arrived or the timeout has expired. */
    private static final class Reception implements ReadListener, AsyncListener {

        private final AsyncContext async;
        private final HttpServletRequest request;
        private final HttpServletResponse response;
        private final Limits limits;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final AtomicBoolean hasEnded = new AtomicBoolean();

        Reception(AsyncContext async, HttpServletRequest request, HttpServletResponse response, Limits limits) {
            this.async = async;
            this.request = request;
            this.response = response;
            this.limits = limits;
        }

        @Override
        public void onDataAvailable() throws IOException {
            ServletInputStream in = request.getInputStream();
            byte[] chunk = new byte[CHUNK];
            while (!hasEnded.get() && in.isReady() && !in.isFinished()) {
                int count = in.read(chunk);
                if (count < 0) {
                    return;
                }
                if (body.size() + count > limits.bytes()) {
                    end(HttpStatus.CONTENT_TOO_LARGE, "too-large", tooLarge(limits));
                    return;
                }
                body.write(chunk, 0, count);
            }
        }

        @Override
        public void onAllDataRead() {
            if (hasEnded.compareAndSet(false, true)) {
                request.setAttribute(ATTRIBUTE, Content.of(request, body.toByteArray()));
                // The response has its own deadlines.
                async.setTimeout(0);
                async.dispatch(RECEIVED);
            }
        }

        @Override
        public void onError(Throwable failure) {
            LOG.debug("A client stopped sending", failure);
            if (hasEnded.compareAndSet(false, true)) {
                async.complete();
            }
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            end(
                    HttpStatus.REQUEST_TIMEOUT,
                    "too-slow",
                    "The body of this request did not arrive within "
                            + limits.time().toSeconds() + " s");
        }

        private void end(HttpStatus status, String code, String detail) throws IOException {
            if (hasEnded.compareAndSet(false, true)) {
                reject(response, status, code, detail);
                async.complete();
            }
        }

        @Override
        public void onError(AsyncEvent event) {
            onError(event.getThrowable());
        }

        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    /** The request with its body, in the form of the container's first dispatch. */
    private static final class Received extends HttpServletRequestWrapper {

        private final Content content;

        Received(HttpServletRequest request, Content content) {
            super(request);
            this.content = content;
        }

        @Override
        public String getRequestURI() {
            return content.uri();
        }

        @Override
        public StringBuffer getRequestURL() {
            return new StringBuffer(content.url());
        }

        @Override
        public String getServletPath() {
            return content.servletPath();
        }

        @Override
        public String getPathInfo() {
            return content.pathInfo();
        }

        @Override
        public String getQueryString() {
            return content.query();
        }

        @Override
        public DispatcherType getDispatcherType() {
            return DispatcherType.REQUEST;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new Bytes(new ByteArrayInputStream(content.body()));
        }

        @Override
        public BufferedReader getReader() {
            return new BufferedReader(
                    new InputStreamReader(new ByteArrayInputStream(content.body()), StandardCharsets.UTF_8));
        }
    }

    private static final class Bytes extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        Bytes(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("The body has been received already");
        }
    }
}
