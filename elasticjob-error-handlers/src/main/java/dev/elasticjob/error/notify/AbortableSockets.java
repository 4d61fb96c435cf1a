package dev.elasticjob.error.notify;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import javax.net.SocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sockets that can be closed under whoever reads from them. The timeouts of a socket start anew with every byte, and an
 * interrupt does not reach a thread that waits for one: only this bounds the time a mail takes as a whole.
 */
final class AbortableSockets extends SocketFactory {

    private static final Logger LOG = LoggerFactory.getLogger(AbortableSockets.class);

    private final List<Socket> sockets = new ArrayList<>();
    private boolean aborted;

    @Override
    public synchronized Socket createSocket() throws SocketException {
        if (aborted) {
            throw new SocketException("Sending was aborted");
        }
        Socket socket = new Socket();
        sockets.add(socket);
        return socket;
    }

    synchronized void abort() {
        aborted = true;
        for (Socket each : sockets) {
            try {
                each.close();
            } catch (IOException failure) {
                LOG.warn("A connection to the mail server could not be closed: {}", Throwables.chain(failure));
            }
        }
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw onlyUnconnected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        throw onlyUnconnected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        throw onlyUnconnected();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
            throws IOException {
        throw onlyUnconnected();
    }

    /** Connecting here would be without the connection timeout. */
    private static SocketException onlyUnconnected() {
        return new SocketException("Only unconnected sockets are made here");
    }
}
