package dev.elasticjob.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.yaml.snakeyaml.nodes.NodeTuple;

/** Nodes of the registry that hold a few texts by name, read and written as safely as a configuration. */
public final class FlatYaml {

    private FlatYaml() {}

    /**
     * The texts by name, without those that are null.
     *
     * @throws ConfigurationFormatException when it is anything else
     */
    public static SortedMap<String, String> read(String nodePath, String text) {
        return new NodeValue(nodePath, "node", SafeYaml.read(nodePath, text)).properties();
    }

    /** In the order of the map. */
    public static String write(Map<String, String> texts) {
        List<NodeTuple> entries = new ArrayList<>();
        texts.forEach((name, value) -> entries.add(new NodeTuple(SafeYaml.text(name), SafeYaml.text(value))));
        return SafeYaml.write(entries);
    }
}
