package dev.elasticjob.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.yaml.snakeyaml.nodes.NodeTuple;

/** Reads and writes nodes of the registry that contain texts by name, with the same safety rules as for configurations. */
public final class FlatYaml {

    private FlatYaml() {}

    /**
     * Returns the texts by name, without null values.
     *
     * @throws ConfigurationFormatException if the text is not a flat mapping
     */
    public static SortedMap<String, String> read(String nodePath, String text) {
        return new NodeValue(nodePath, "node", SafeYaml.read(nodePath, text)).properties();
    }

    /** Writes the texts in the order of the map. */
    public static String write(Map<String, String> texts) {
        List<NodeTuple> entries = new ArrayList<>();
        texts.forEach((name, value) -> entries.add(new NodeTuple(SafeYaml.text(name), SafeYaml.text(value))));
        return SafeYaml.write(entries);
    }
}
