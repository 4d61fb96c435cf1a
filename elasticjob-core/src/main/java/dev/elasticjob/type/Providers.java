package dev.elasticjob.type;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Finds extensions that have no type, where {@link dev.elasticjob.spi.Extensions} finds those that have one. */
final class Providers {

    private Providers() {}

    /** Those of the context class loader first, then those of the extension point's; each class once. */
    static <T> List<T> load(Class<T> kind) {
        Map<Class<?>, T> found = new LinkedHashMap<>();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            ServiceLoader.load(kind, context).forEach(each -> found.putIfAbsent(each.getClass(), each));
        }
        if (context != kind.getClassLoader()) {
            ServiceLoader.load(kind, kind.getClassLoader()).forEach(each -> found.putIfAbsent(each.getClass(), each));
        }
        return List.copyOf(found.values());
    }
}
