package dev.elasticjob.identity;

import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.FlatYaml;
import dev.elasticjob.spi.JobInstance;
import java.util.Map;
import java.util.TreeMap;

/** Reads and writes the text of an instance's node. */
public final class InstanceNode {

    private static final String ID = "jobInstanceId";

    private static final String ADDRESS = "serverIp";

    private InstanceNode() {}

    /** Returns the text. It has exactly two keys: ElasticJob 3.0.x fails on a third one. */
    public static String encode(JobInstance instance) {
        return FlatYaml.write(new TreeMap<>(Map.of(ID, instance.jobInstanceId(), ADDRESS, instance.serverIp())));
    }

    /**
     * Returns the instance of a node. Its id is always the name of the node: older engines leave the text empty, and consoles overwrite
     * it with {@code TRIGGER}.
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
