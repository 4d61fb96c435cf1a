package dev.elasticjob.registry.zookeeper;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.common.PathUtils;

/**
 * Parsed setting {@code serverLists}.
 *
 * @param servers {@code host:port,host:port}, in the format of the client
 * @param chroot path at the end of the setting; empty if there is none. It is not passed to the client but is part of the prefix of the
 *         namespace, so that it can be created if it is missing
 */
record ServerList(String servers, String chroot) {

    static ServerList parse(String setting) {
        int slash = setting.indexOf('/');
        String hosts = slash < 0 ? setting : setting.substring(0, slash);
        String path = slash < 0 || slash == setting.length() - 1 ? "" : setting.substring(slash);
        List<String> servers = new ArrayList<>();
        for (String host : Arrays.stream(hosts.split(",")).map(String::strip).toList()) {
            if (!host.isEmpty()) {
                servers.add(checked(setting, host));
            }
        }
        if (servers.isEmpty()) {
            throw ZookeeperConfiguration.wrong(
                    "serverLists", setting, "name at least one server, such as host1:2181,host2:2181");
        }
        if (!path.isEmpty()) {
            checkPath(setting, path);
        }
        return new ServerList(String.join(",", servers), path);
    }

    private static String checked(String setting, String server) {
        try {
            InetSocketAddress address =
                    new ConnectStringParser(server).getServerAddresses().get(0);
            if (address.getHostString().isBlank() || address.getPort() == 0) {
                throw new IllegalArgumentException("host and port must be given");
            }
            return server;
        } catch (IllegalArgumentException e) {
            throw ZookeeperConfiguration.wrong(
                    "serverLists", setting, "'" + server + "' is no server; write host:port (" + e.getMessage() + ")");
        }
    }

    private static void checkPath(String setting, String path) {
        try {
            PathUtils.validatePath(path);
        } catch (IllegalArgumentException e) {
            throw ZookeeperConfiguration.wrong(
                    "serverLists", setting, "'" + path + "' is no path of a ZooKeeper node: " + e.getMessage());
        }
    }

    List<InetSocketAddress> addresses() {
        return new ConnectStringParser(servers).getServerAddresses();
    }
}
