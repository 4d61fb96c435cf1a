package dev.elasticjob.spi;

import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.ServiceLoader.Provider;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds extensions with the context class loader and then with the class loader of the extension point. Searching the class path is slow,
 * so the result is cached per class loader.
 */
public final class Extensions {

    private static final Map<Class<?>, Found<?>> FOUND = new ConcurrentHashMap<>();

    private Extensions() {}

    /** Extensions that are visible to a class loader. Softly referenced, so that they can be unloaded when memory is low. */
    private record Found<T>(WeakReference<ClassLoader> from, SoftReference<List<Named<T>>> extensions) {}

    private record Named<T>(Optional<String> type, Provider<T> provider) {}

    /** Returns a new instance of the extension of this type, or the object that an {@link ExtensionResolver} creates for it. */
    public static <T extends TypedSPI> Optional<T> find(Class<T> kind, String type) {
        return named(kind, TypedSPI::getType)
                .filter(each -> each.type.filter(type::equals).isPresent())
                .findFirst()
                .map(each -> each.provider.get())
                .or(() -> all(ExtensionResolver.class).stream()
                        .flatMap(resolver -> resolver.resolve(kind, type).stream())
                        .findFirst());
    }

    /** Returns whether {@link #find} finds an extension of this type. */
    public static <T extends TypedSPI> boolean isKnown(Class<T> kind, String type) {
        return types(kind).contains(type) || find(kind, type).isPresent();
    }

    /** Returns the available types in ascending order. */
    public static <T extends TypedSPI> List<String> types(Class<T> kind) {
        return named(kind, TypedSPI::getType)
                .flatMap(each -> each.type.stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns a new instance of every extension of a kind without types. */
    public static <T> List<T> all(Class<T> kind) {
        return named(kind, each -> null).map(each -> each.provider.get()).toList();
    }

    private static <T> Stream<Named<T>> named(Class<T> kind, Function<T, String> type) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        @SuppressWarnings("unchecked") // The value was stored under the same kind.
        Found<T> known = (Found<T>) FOUND.get(kind);
        List<Named<T>> extensions = known != null && known.from.refersTo(context) ? known.extensions.get() : null;
        if (extensions == null) {
            extensions = look(kind, context, type);
            FOUND.put(kind, new Found<>(new WeakReference<>(context), new SoftReference<>(extensions)));
        }
        return extensions.stream();
    }

    /** Finds the extensions, each class once. */
    private static <T> List<Named<T>> look(Class<T> kind, ClassLoader context, Function<T, String> type) {
        Map<Class<?>, Provider<T>> found = new LinkedHashMap<>();
        if (context != null) {
            ServiceLoader.load(kind, context).stream().forEach(each -> found.putIfAbsent(each.type(), each));
        }
        if (context != kind.getClassLoader()) {
            ServiceLoader.load(kind, kind.getClassLoader()).stream()
                    .forEach(each -> found.putIfAbsent(each.type(), each));
        }
        List<Named<T>> result = new ArrayList<>();
        found.values().forEach(each -> result.add(new Named<>(Optional.ofNullable(type.apply(each.get())), each)));
        return List.copyOf(result);
    }
}
