package dev.elasticjob.console.security;

import dev.elasticjob.console.net.HostAndPort;
import dev.elasticjob.console.net.Networks;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Determines the client of a request that came through proxies. Only headers of trusted proxies are used: the client is the
 * rightmost address in {@code X-Forwarded-For} that is not a trusted proxy. Addresses that the client itself wrote into the
 * header are further left and are ignored.
 */
public final class ProxyValve extends ValveBase {

    private static final String HTTPS = "https";
    private static final int HTTPS_PORT = 443;

    private final Networks trusted;

    public ProxyValve(Networks trusted) {
        super(true);
        this.trusted = trusted;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        String peer = request.getRemoteAddr();
        boolean isTrusted = trusted.contain(peer);
        if (isTrusted) {
            String client = client(peer, forwarded(request));
            request.setRemoteAddr(client);
            request.setRemoteHost(client);
        }
        // A proxy on this machine needs no setting for this: the header only makes cookies secure.
        if (!request.isSecure() && (isTrusted || isLoopback(peer)) && isHttps(request)) {
            request.setSecure(true);
            request.getCoyoteRequest().scheme().setString(HTTPS);
            if (isTrusted) {
                request.setServerPort(HTTPS_PORT);
            }
        }
        getNext().invoke(request, response);
    }

    private static List<String> forwarded(Request request) {
        List<String> addresses = new ArrayList<>();
        for (String header : Collections.list(request.getHeaders("X-Forwarded-For"))) {
            for (String each : header.split(",")) {
                addresses.add(each.trim());
            }
        }
        return addresses;
    }

    private String client(String peer, List<String> forwarded) {
        String client = peer;
        for (int at = forwarded.size() - 1; at >= 0 && trusted.contain(client); at--) {
            String before = forwarded.get(at);
            if (!HostAndPort.isLiteral(before)) {
                break;
            }
            client = before;
        }
        return client;
    }

    /** Evaluates the last value of the header, which was set by the nearest proxy. */
    private static boolean isHttps(Request request) {
        List<String> values = Collections.list(request.getHeaders("X-Forwarded-Proto"));
        String last = values.isEmpty() ? "" : values.get(values.size() - 1);
        return last.substring(last.lastIndexOf(',') + 1).trim().equalsIgnoreCase(HTTPS);
    }

    private static boolean isLoopback(String address) throws IOException {
        return HostAndPort.isLiteral(address) && InetAddress.getByName(address).isLoopbackAddress();
    }
}
