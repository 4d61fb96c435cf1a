package dev.elasticjob.architecture.broken.identity;

public final class HostAddress {

    private HostAddress() {}

    public static String choose() {
        return "";
    }
}
