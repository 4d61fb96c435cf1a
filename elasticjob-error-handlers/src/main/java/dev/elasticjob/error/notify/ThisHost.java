package dev.elasticjob.error.notify;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Says where a message comes from. */
final class ThisHost {

    private ThisHost() {}

    /** May wait for a name server: not for a job's thread. */
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
            // Its message is the name that could not be resolved: still the best there is.
            return Throwables.oneLine(Throwables.message(unknown));
        }
    }
}
