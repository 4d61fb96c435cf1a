package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.identity.InstanceIdentity;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says which engine a job is run by, and so where it is written who owns an item. */
final class Owners {

    private static final Pattern TOTAL = Pattern.compile("(?m)^total ([0-9]{1,9})$");

    private Owners() {}

    /**
     * The epoch, if it counts: when only instances of another engine are there, it is what was left of ours, and the items'
     * own nodes tell.
     */
    static Optional<Epoch> epoch(Optional<String> text, Collection<String> instances) {
        boolean foreign = !instances.isEmpty() && instances.stream().noneMatch(Owners::isOurs);
        return foreign ? Optional.empty() : text.filter(Owners::isPlausible).flatMap(Epoch::decode);
    }

    /** An epoch has an owner for each item: a text that claims more items than it has characters is none. */
    private static boolean isPlausible(String text) {
        Matcher total = TOTAL.matcher(text);
        return total.find() && Integer.parseInt(total.group(1)) <= text.length();
    }

    private static boolean isOurs(String instanceId) {
        return InstanceIdentity.parse(instanceId).map(InstanceIdentity::isOurs).orElse(false);
    }

    /** The address in an id; the whole of it when it is none. */
    static String address(String instanceId) {
        return InstanceIdentity.parse(instanceId).map(InstanceIdentity::address).orElse(instanceId);
    }
}
