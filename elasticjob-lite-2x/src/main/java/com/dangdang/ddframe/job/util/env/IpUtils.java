package com.dangdang.ddframe.job.util.env;

import dev.elasticjob.identity.HostAddress;
import java.io.IOException;
import java.net.InetAddress;

/** Determines the address and the name of this host. */
public final class IpUtils {

    public static final String IP_REGEX =
            "((\\d|[1-9]\\d|1\\d{2}|2[0-4]\\d|25[0-5])(\\.(\\d|[1-9]\\d|1\\d{2}|2[0-4]\\d|25[0-5])){3})";

    private IpUtils() {}

    /** Returns the address under which this process registers. */
    public static String getIp() {
        return HostAddress.choose();
    }

    public static String getHostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException unknown) {
            return "unknown";
        }
    }
}
