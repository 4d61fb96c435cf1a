package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.test.net.FaultyProxy;
import dev.elasticjob.test.registry.FaultyClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Collectors;

/** Center whose connections pass through proxies, one for each server. */
final class ProxiedClient implements FaultyClient {

    private final String servers;
    private final List<FaultyProxy> proxies;
    private final ZookeeperRegistryCenter center;
    private final Frames frames = new Frames();

    ProxiedClient(String servers, String namespace) {
        this.servers = servers;
        this.proxies = ServerList.parse(servers).addresses().stream()
                .map(server ->
                        FaultyProxy.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort())))
                .toList();
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(proxied(), namespace);
        configuration.setSessionTimeoutMilliseconds(120_000);
        configuration.setConnectionTimeoutMilliseconds(60_000);
        configuration.setBaseSleepTimeMilliseconds(50);
        center = new ZookeeperRegistryCenter(configuration);
    }

    private String proxied() {
        return proxies.stream().map(FaultyProxy::connectString).collect(Collectors.joining(","));
    }

    @Override
    public CoordinatorRegistryCenter center() {
        return center;
    }

    @Override
    public void cut(RegistrySession session) {
        proxies.forEach(FaultyProxy::cut);
    }

    @Override
    public void heal(RegistrySession session) {
        proxies.forEach(FaultyProxy::heal);
    }

    @Override
    public void loseNextCommit(RegistrySession session, Loss loss) {
        for (FaultyProxy proxy : proxies) {
            if (loss == Loss.BEFORE_APPLYING) {
                proxy.cutBeforeRequest(frames.request());
            } else {
                proxy.cutBeforeAnswer(frames.request(), frames.answer());
            }
        }
    }

    @Override
    public void expire(RegistrySession session) {
        Sessions.expire(servers, session);
    }

    @Override
    public void close() {
        center.close();
        proxies.forEach(FaultyProxy::close);
    }
}
