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
 * Finds extensions, in the context class loader first, then in the one of the extension point. Looking through the class path
 * takes its time: what was found is remembered, for as long as it is looked for from the same class loader.
 */
public final class Extensions {

    private static final Map<Class<?>, Found<?>> FOUND = new ConcurrentHashMap<>();

    private Extensions() {}

    /** The extensions that one class loader sees; forgotten when memory is short, so that they can be unloaded. */
    private record Found<T>(WeakReference<ClassLoader> from, SoftReference<List<Named<T>>> extensions) {}

    private record Named<T>(Optional<String> type, Provider<T> provider) {}

    /** A new instance of the extension of this type, or what an {@link ExtensionResolver} creates for it. */
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

    /** The types that can be chosen, in ascending order. */
    public static <T extends TypedSPI> List<String> types(Class<T> kind) {
        return named(kind, TypedSPI::getType)
                .flatMap(each -> each.type.stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** A new instance of every extension of a kind that has no types. */
    public static <T> List<T> all(Class<T> kind) {
        return named(kind, each -> null).map(each -> each.provider.get()).toList();
    }

    private static <T> Stream<Named<T>> named(Class<T> kind, Function<T, String> type) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        @SuppressWarnings("unchecked") // It was put there under the same kind.
        Found<T> known = (Found<T>) FOUND.get(kind);
        List<Named<T>> extensions = known != null && known.from.refersTo(context) ? known.extensions.get() : null;
        if (extensions == null) {
            extensions = look(kind, context, type);
            FOUND.put(kind, new Found<>(new WeakReference<>(context), new SoftReference<>(extensions)));
        }
        return extensions.stream();
    }

    /** Each class once. */
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
