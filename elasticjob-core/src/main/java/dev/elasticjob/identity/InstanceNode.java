package dev.elasticjob.identity;

import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.FlatYaml;
import dev.elasticjob.spi.JobInstance;
import java.util.Map;
import java.util.TreeMap;

/** The text of an instance's node. */
public final class InstanceNode {

    private static final String ID = "jobInstanceId";

    private static final String ADDRESS = "serverIp";

    private InstanceNode() {}

    /** Two keys and no more: the readers of ElasticJob 3.0.x fail on a third. */
    public static String encode(JobInstance instance) {
        return FlatYaml.write(new TreeMap<>(Map.of(ID, instance.jobInstanceId(), ADDRESS, instance.serverIp())));
    }

    /**
     * The instance of a node. Its name is its id whatever the text says: older engines leave the text empty, and
     * consoles write {@code TRIGGER} over it.
     */
    public static JobInstance decode(String nodeName, String text) {
        String addressOfName =
                InstanceIdentity.parse(nodeName).map(InstanceIdentity::address).orElse(nodeName);
        try {
            return new JobInstance(nodeName, FlatYaml.read(nodeName, text).getOrDefault(ADDRESS, addressOfName));
        } catch (ConfigurationFormatException notOurs) {
            return new JobInstance(nodeName, addressOfName);
        }
    }
}
