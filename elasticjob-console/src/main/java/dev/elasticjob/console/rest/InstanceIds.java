package dev.elasticjob.console.rest;

/** Parses instance ids in the format {@code address@-@pid}. */
final class InstanceIds {

    private static final String SEPARATOR = "@-@";

    private InstanceIds() {}

    static String address(String id) {
        int end = id.indexOf(SEPARATOR);
        return end < 0 ? id : id.substring(0, end);
    }
}
