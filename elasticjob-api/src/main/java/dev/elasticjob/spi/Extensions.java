package dev.elasticjob.spi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** Finds extensions by their type, in the context class loader first, then in the one of the extension point. */
public final class Extensions {

    private Extensions() {}

    /** A new instance of the extension of this type. */
    public static <T extends TypedSPI> Optional<T> find(Class<T> kind, String type) {
        return Optional.ofNullable(load(kind).get(type));
    }

    /** The types that can be chosen, in ascending order. */
    public static <T extends TypedSPI> List<String> types(Class<T> kind) {
        return load(kind).keySet().stream().sorted().toList();
    }

    private static <T extends TypedSPI> Map<String, T> load(Class<T> kind) {
        Map<String, T> found = new LinkedHashMap<>();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            ServiceLoader.load(kind, context).forEach(each -> found.putIfAbsent(each.getType(), each));
        }
        if (context != kind.getClassLoader()) {
            ServiceLoader.load(kind, kind.getClassLoader()).forEach(each -> found.putIfAbsent(each.getType(), each));
        }
        return found;
    }
}
