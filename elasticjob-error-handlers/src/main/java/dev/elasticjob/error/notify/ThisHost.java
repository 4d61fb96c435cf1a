package dev.elasticjob.error.notify;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Describes the host that a message comes from. */
final class ThisHost {

    private ThisHost() {}

    /** Returns the name of this host. It may wait for a name server, so it must not be called on the thread of a job. */
    static String describe() {
        return nameAndAddress() + ", process " + ProcessHandle.current().pid();
    }

    private static String nameAndAddress() {
        try {
            InetAddress address = InetAddress.getLocalHost();
            String name = address.getHostName();
            return address.isLoopbackAddress() || address.getHostAddress().equals(name)
                    ? name
                    : name + " (" + address.getHostAddress() + ")";
        } catch (UnknownHostException unknown) {
            // The message of the exception contains the name that could not be resolved, which is still useful.
            return Throwables.oneLine(Throwables.message(unknown));
        }
    }
}
