package dev.elasticjob.registry.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.AsyncCallback.VoidCallback;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.RequestHeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Client handle that can be closed within a limited time. */
@SuppressWarnings("try")
final class SessionHandle extends ZooKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(SessionHandle.class);

    SessionHandle(ClientSettings settings, Watcher watcher) throws IOException {
        super(
                settings.servers().servers(),
                Math.toIntExact(settings.sessionTimeout().toMillis()),
                watcher,
                false,
                settings.clientConfig());
        if (settings.hasDigest()) {
            addAuthInfo("digest", settings.digest());
        }
    }

    /**
     * Ends the session and the threads of this handle. {@link #close()} would wait up to two thirds of the session timeout for a server
     * that does not respond, and the complete timeout while a connection is being established.
     */
    void end(Duration longestWait) throws InterruptedException {
        if (getState().isConnected()) {
            CompletableFuture<Void> answered = new CompletableFuture<>();
            RequestHeader farewell = new RequestHeader();
            farewell.setType(ZooDefs.OpCode.closeSession);
            VoidCallback callback = (rc, path, context) -> answered.complete(null);
            cnxn.queuePacket(farewell, new ReplyHeader(), null, null, callback, null, null, null, null);
            try {
                answered.get(longestWait.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                LOG.warn(
                        "ZooKeeper session 0x{}: no answer to its closing within {} ms; the servers end it at its timeout",
                        Long.toHexString(getSessionId()),
                        longestWait.toMillis());
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
        cnxn.disconnect();
        testableWaitForShutdown(Math.toIntExact(longestWait.toMillis()));
    }
}
