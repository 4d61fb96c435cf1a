package dev.elasticjob.test.registry;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.registry.memory.SessionControl;

/** A client of the in-memory registry. */
public record MemoryClient(InMemoryRegistry registry, CoordinatorRegistryCenter center) implements FaultyClient {

    public static MemoryClient of(InMemoryRegistry registry, String namespace) {
        return new MemoryClient(registry, new InMemoryRegistryCenter(registry, namespace));
    }

    @Override
    public void cut(RegistrySession session) {
        registry.control(session).suspend();
    }

    @Override
    public void heal(RegistrySession session) {
        registry.control(session).resume();
    }

    @Override
    public void loseNextCommit(RegistrySession session, Loss loss) {
        SessionControl control = registry.control(session);
        switch (loss) {
            case BEFORE_APPLYING -> control.loseNextCommitBeforeApplying();
            case AFTER_APPLYING -> control.loseNextCommitAfterApplying();
        }
    }

    @Override
    public void expire(RegistrySession session) {
        registry.control(session).expire();
    }

    @Override
    public void close() {
        center.close();
    }
}
