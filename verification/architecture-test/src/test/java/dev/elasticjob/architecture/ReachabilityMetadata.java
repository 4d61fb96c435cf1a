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

/** The metadata of a module for GraalVM's native-image, compared with the required metadata. */
record ReachabilityMetadata(List<Type> types, List<String> globs) {

    /** @param methods name and parameter types of each method; {@code <init>()} for a constructor */
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

    /** Returns descriptions of the entries missing for the module's service files. */
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
