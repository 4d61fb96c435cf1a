package dev.elasticjob.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What a module tells GraalVM's native-image about itself, and what it should. */
record ReachabilityMetadata(List<Type> types, List<String> globs) {

    /** @param methods a name and the types of its parameters each, {@code <init>()} for a constructor */
    record Type(String name, List<String> methods) {}

    static ReachabilityMetadata of(String module, Path resources) {
        return read(
                resources.resolve("META-INF/native-image/dev.elasticjob/" + module + "/reachability-metadata.json"));
    }

    private static ReachabilityMetadata read(Path file) {
        try {
            Map<String, Object> root = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
            return new ReachabilityMetadata(
                    maps(root, "reflection").map(ReachabilityMetadata::type).toList(),
                    maps(root, "resources")
                            .map(each -> (String) each.get("glob"))
                            .toList());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Type type(Map<String, Object> entry) {
        return new Type(
                (String) entry.get("type"),
                maps(entry, "methods")
                        .map(method ->
                                method.get("name") + "(" + String.join(",", texts(method, "parameterTypes")) + ")")
                        .toList());
    }

    @SuppressWarnings("unchecked")
    private static Stream<Map<String, Object>> maps(Map<String, Object> from, String key) {
        return ((List<Map<String, Object>>) from.getOrDefault(key, List.of())).stream();
    }

    @SuppressWarnings("unchecked")
    private static List<String> texts(Map<String, Object> from, String key) {
        return (List<String>) from.getOrDefault(key, List.of());
    }

    /** What of the module's service files is not listed, in words. */
    List<String> missingOfServices(Path resources) {
        List<String> missing = new ArrayList<>();
        Path services = resources.resolve("META-INF/services");
        if (!Files.isDirectory(services)) {
            return missing;
        }
        try (Stream<Path> files = Files.list(services)) {
            for (Path file : files.sorted().toList()) {
                String glob = "META-INF/services/" + file.getFileName();
                if (!globs.contains(glob)) {
                    missing.add(glob);
                }
                Files.readAllLines(file).stream()
                        .map(line -> line.replaceFirst("#.*", "").strip())
                        .filter(line -> !line.isEmpty())
                        .filter(provider -> !types.contains(new Type(provider, List.of("<init>()"))))
                        .forEach(missing::add);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return missing;
    }
}
