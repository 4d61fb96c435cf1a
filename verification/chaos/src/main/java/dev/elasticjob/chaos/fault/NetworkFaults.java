package dev.elasticjob.chaos.fault;

import dev.elasticjob.test.net.FaultyProxy;
import dev.elasticjob.test.net.FaultyProxy.Direction;
import java.time.Duration;
import java.util.function.Consumer;

/** Network faults between one worker and the registry, injected by a proxy on the loopback address. */
final class NetworkFaults {

    private NetworkFaults() {}

    static void cut(Injected injected) {
        disturb(injected, FaultyProxy::cut, 500, 12000);
    }

    static void silence(Injected injected) {
        disturb(injected, proxy -> hold(proxy, Direction.values()), 1000, 12000);
    }

    static void oneWay(Injected injected) {
        Direction direction = injected.random().nextBoolean() ? Direction.TO_CLIENT : Direction.TO_SERVER;
        disturb(injected, proxy -> hold(proxy, direction), 1000, 12000);
    }

    private static void hold(FaultyProxy proxy, Direction... directions) {
        for (Direction direction : directions) {
            proxy.hold(direction);
        }
    }

    static void delay(Injected injected) {
        Duration time = Duration.ofMillis(injected.between(50, 900));
        disturb(
                injected,
                proxy -> {
                    proxy.delay(Direction.TO_SERVER, time);
                    proxy.delay(Direction.TO_CLIENT, time);
                },
                6000,
                12000);
    }

    private static void disturb(Injected injected, Consumer<FaultyProxy> how, int least, int most) {
        injected.pause(0, 2000);
        injected.victim().disturb(how);
        injected.clear();
        injected.pause(least, most);
        injected.victim().heal();
    }
}
