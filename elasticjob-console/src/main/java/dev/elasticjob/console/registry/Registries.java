package dev.elasticjob.console.registry;

import dev.elasticjob.console.net.AddressPolicy;
import dev.elasticjob.console.net.BoundedCalls;
import dev.elasticjob.console.net.Reachability;
import dev.elasticjob.console.store.DataDirectory;
import dev.elasticjob.console.store.Secrets;
import dev.elasticjob.console.store.StoredList;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.registry.RegistryException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All known registries. Each has its own connection, so users of different registries do not affect each other. */
public final class Registries implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Registries.class);
    private static final Pattern NAMESPACE = Pattern.compile("[^/\\s\\p{Cntrl}][^\\s\\p{Cntrl}]*");

    private final AddressPolicy addresses;
    private final Secrets secrets;
    private final BoundedCalls calls;
    private final InstantSource clock;
    private final StoredList<RegistryDefinition> stored;
    private final Map<String, ConnectedRegistry> configured = new ConcurrentHashMap<>();
    private final Map<String, ConnectedRegistry> added = new ConcurrentHashMap<>();

    public Registries(
            AddressPolicy addresses,
            DataDirectory directory,
            Secrets secrets,
            BoundedCalls calls,
            InstantSource clock) {
        this.addresses = addresses;
        this.secrets = secrets;
        this.calls = calls;
        this.clock = clock;
        this.stored = new StoredList<>(directory, "registries.json", RegistryDefinition.class);
        for (RegistryDefinition each : stored.all()) {
            String digest =
                    each.sealedDigest().isEmpty() ? "" : secrets.open(purpose(each.name()), each.sealedDigest());
            added.put(each.name(), connected(each.name(), each.servers(), each.namespace(), digest));
        }
    }

    /** Adds a registry of the configuration. Its address is not restricted. */
    public void configure(String name, String servers, String namespace, String digest) {
        Names.require("Registry name", name);
        requireNamespace(namespace);
        configured.put(name, connected(name, servers, namespace, digest == null ? "" : digest));
        if (added.containsKey(name)) {
            LOG.warn("Registry '{}' was added at run time, and stands in the configuration, which is used", name);
        }
    }

    private ConnectedRegistry connected(String name, String servers, String namespace, String digest) {
        return new ConnectedRegistry(name, RegistryAddress.parse(servers), namespace, digest, calls, clock);
    }

    public List<RegistryView> list() {
        List<RegistryView> result = new ArrayList<>();
        configured.values().forEach(each -> result.add(each.view(true)));
        added.values().stream()
                .filter(each -> !configured.containsKey(each.name()))
                .forEach(each -> result.add(each.view(false)));
        result.sort(Comparator.comparing(RegistryView::name));
        return result;
    }

    /** @throws NoSuchElementException if there is no such registry */
    public RegistryView view(String name) {
        return get(name).view(configured.containsKey(name));
    }

    /**
     * Opens a connection, reads, and closes the connection. Nothing is stored in the console or written to the registry.
     *
     * @return whether the namespace exists; if it does not, it is created when the registry is added and connected
     */
    public boolean test(String servers, String namespace, String digest) {
        RegistryAddress address = allowed(servers, namespace);
        return calls.call(
                () -> address.test(namespace, digest == null ? "" : digest),
                () -> new RegistryException(
                        address + " did not respond within " + BoundedCalls.LIMIT.toSeconds() + " s"));
    }

    public synchronized RegistryView add(String name, String servers, String namespace, String digest) {
        Names.require("Registry name", name);
        RegistryAddress address = allowed(servers, namespace);
        if (configured.containsKey(name) || added.containsKey(name)) {
            throw new IllegalStateException(
                    "There is a registry '" + name + "' already; choose another name, or delete that one first");
        }
        String secret = digest == null ? "" : digest;
        String sealed = secret.isEmpty() ? "" : secrets.seal(purpose(name), secret);
        stored.change(list -> {
            list.add(new RegistryDefinition(name, address.toString(), namespace, sealed));
            return list;
        });
        added.put(name, connected(name, servers, namespace, secret));
        return view(name);
    }

    public synchronized void delete(String name) {
        ConnectedRegistry registry = get(name);
        if (configured.containsKey(name)) {
            throw new IllegalStateException("Registry '" + name + "' stands in the configuration (console.registries."
                    + name + "); take it out there");
        }
        stored.change(list -> {
            list.removeIf(each -> each.name().equals(name));
            return list;
        });
        added.remove(name);
        registry.disconnect();
    }

    /** Returns the operations of a registry. Connects to the registry if there is no connection. */
    public RegistryOperations operations(String name) {
        return get(name).operations();
    }

    /** Returns the last observed state. */
    public Reachability reachability(String name) {
        return get(name).reachability();
    }

    /**
     * Starts a round trip to every connected registry.
     *
     * @param onChange called with the name of each registry whose state has changed
     */
    void probe(Consumer<String> onChange) {
        all().forEach(each -> each.probe(() -> onChange.accept(each.name())));
    }

    public RegistryView connect(String name) {
        ConnectedRegistry registry = get(name);
        registry.connect();
        return view(name);
    }

    public RegistryView disconnect(String name) {
        get(name).disconnect();
        return view(name);
    }

    ConnectedRegistry get(String name) {
        ConnectedRegistry found = configured.getOrDefault(name, added.get(name));
        if (found == null) {
            throw new NoSuchElementException("There is no registry '" + name + "'; GET /api/v1/registries lists them");
        }
        return found;
    }

    private RegistryAddress allowed(String servers, String namespace) {
        if (servers == null || servers.isBlank()) {
            throw new IllegalArgumentException("servers is empty; write host1:2181,host2:2181, or a JDBC URL");
        }
        requireNamespace(namespace);
        RegistryAddress address = RegistryAddress.parse(servers);
        address.requireAllowed(addresses);
        return address;
    }

    private static void requireNamespace(String namespace) {
        if (namespace == null || !NAMESPACE.matcher(namespace).matches()) {
            throw new IllegalArgumentException(
                    "namespace is '" + namespace + "'; write the one that the jobs use, without '/' in front");
        }
    }

    private static String purpose(String name) {
        return "registry '" + name + "'";
    }

    private List<ConnectedRegistry> all() {
        List<ConnectedRegistry> all = new ArrayList<>(configured.values());
        all.addAll(added.values());
        return all;
    }

    @Override
    public void close() {
        for (ConnectedRegistry each : all()) {
            try {
                each.disconnect();
            } catch (RegistryException failed) {
                LOG.warn("Registry '{}' was not closed properly", each.name(), failed);
            }
        }
    }
}
