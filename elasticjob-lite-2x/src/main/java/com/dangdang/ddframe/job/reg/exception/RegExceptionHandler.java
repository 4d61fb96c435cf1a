package com.dangdang.ddframe.job.reg.exception;

import org.apache.zookeeper.KeeperException.ConnectionLossException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides which failures of the registry are thrown. */
public final class RegExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(RegExceptionHandler.class);

    private RegExceptionHandler() {}

    /**
     * Ignores a lost connection, a missing node and a node that exists already; restores the interrupt status after an
     * interruption; throws everything else.
     *
     * @throws RegException with the cause
     */
    public static void handleException(Exception cause) {
        if (cause == null) {
            return;
        }
        if (isIgnored(cause) || cause.getCause() instanceof Exception inner && isIgnored(inner)) {
            LOG.debug("Ignored a failure of the registry", cause);
        } else if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        } else {
            throw new RegException(cause);
        }
    }

    private static boolean isIgnored(Exception cause) {
        return cause instanceof ConnectionLossException
                || cause instanceof NoNodeException
                || cause instanceof NodeExistsException;
    }
}
