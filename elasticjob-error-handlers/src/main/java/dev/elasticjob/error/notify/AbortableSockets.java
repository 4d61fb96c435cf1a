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
 * Sockets that another thread can close while a read is blocked on them. The read timeout of a socket restarts with every received byte,
 * and an interrupt does not reach a thread that is blocked in a socket read, so closing the socket is the only way to bound the total
 * time of sending a mail.
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

    /** Returns the exception for connected sockets: connecting in this factory would bypass the connection timeout. */
    private static SocketException onlyUnconnected() {
        return new SocketException("Only unconnected sockets are made here");
    }
}
