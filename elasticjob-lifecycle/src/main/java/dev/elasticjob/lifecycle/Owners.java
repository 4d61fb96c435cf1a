package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.identity.InstanceIdentity;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Determines which engine runs a job, and therefore which nodes hold the owners of its items. */
final class Owners {

    private static final Pattern TOTAL = Pattern.compile("(?m)^total ([0-9]{1,9})$");

    private Owners() {}

    /**
     * Returns the epoch if it is in force. If all instances belong to another engine, the epoch is outdated and the item nodes
     * hold the owners.
     */
    static Optional<Epoch> epoch(Optional<String> text, Collection<String> instances) {
        boolean foreign = !instances.isEmpty() && instances.stream().noneMatch(Owners::isOfThisEngine);
        return foreign ? Optional.empty() : text.filter(Owners::isPlausible).flatMap(Epoch::decode);
    }

    /**
     * Returns whether the epoch can be valid. It has an owner for each item, so a text with more items than characters is
     * invalid.
     */
    private static boolean isPlausible(String text) {
        Matcher total = TOTAL.matcher(text);
        return total.find() && Integer.parseInt(total.group(1)) <= text.length();
    }

    private static boolean isOfThisEngine(String instanceId) {
        return InstanceIdentity.parse(instanceId).map(InstanceIdentity::isOurs).orElse(false);
    }

    /** Returns the address in an instance id, or the whole id if it contains none. */
    static String address(String instanceId) {
        return InstanceIdentity.parse(instanceId).map(InstanceIdentity::address).orElse(instanceId);
    }
}
