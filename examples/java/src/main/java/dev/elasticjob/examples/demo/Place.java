package dev.elasticjob.examples.demo;

import java.util.List;

/**
 * Addresses of the resources that the workers share.
 *
 * @param zookeeper host and port
 * @param database URL of the database with orders and history; its password is in the environment
 * @param shop URL of the server that the HTTP job calls
 * @param script path of the script of the script job
 */
record Place(String zookeeper, String database, String shop, String script) {

    static final String NAMESPACE = "demo";
    static final String PASSWORD = "DEMO_DATABASE_PASSWORD";

    List<String> arguments() {
        return List.of(zookeeper, database, shop, script);
    }

    static Place of(String... arguments) {
        return new Place(arguments[0], arguments[1], arguments[2], arguments[3]);
    }
}
