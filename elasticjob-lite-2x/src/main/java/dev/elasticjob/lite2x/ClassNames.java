package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.exception.JobConfigurationException;
import java.lang.reflect.InvocationTargetException;

/** Creates objects of configured classes. */
public final class ClassNames {

    private ClassNames() {}

    /**
     * Returns a new object of the class.
     *
     * @param setting setting that contains the class name, for messages
     * @throws JobConfigurationException if the class does not exist, has another type or cannot be instantiated
     */
    public static <T> T newInstance(String setting, String className, Class<T> kind) {
        return newInstance(setting, load(setting, className, kind));
    }

    /**
     * Loads a class.
     *
     * @throws JobConfigurationException if the class does not exist or has another type
     */
    static <T> Class<? extends T> load(String setting, String className, Class<T> kind) {
        Class<?> found;
        try {
            found = Class.forName(className, true, loader());
        } catch (ClassNotFoundException | LinkageError missing) {
            throw wrong(
                    setting,
                    className,
                    "it cannot be loaded (" + missing
                            + "). Correct the name, with $ before the name of a nested class, or add the class to the"
                            + " class path",
                    missing);
        }
        if (!kind.isAssignableFrom(found)) {
            throw wrong(
                    setting,
                    className,
                    "it does not implement " + kind.getName() + ". Implement it, or name another class",
                    null);
        }
        return found.asSubclass(kind);
    }

    static <T> T newInstance(String setting, Class<? extends T> type) {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (InvocationTargetException threw) {
            throw wrong(
                    setting,
                    type.getName(),
                    "its constructor threw " + threw.getCause() + ". Fix it",
                    threw.getCause());
        } catch (ReflectiveOperationException | RuntimeException unusable) {
            throw wrong(
                    setting,
                    type.getName(),
                    "it cannot be instantiated (" + unusable
                            + "). Make it a public class, static if it is nested, with a public constructor without"
                            + " parameters",
                    unusable);
        }
    }

    private static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? ClassNames.class.getClassLoader() : context;
    }

    private static JobConfigurationException wrong(String setting, String className, String reason, Throwable cause) {
        JobConfigurationException result =
                new JobConfigurationException("%s", "Class '" + className + "' of " + setting + ": " + reason + ".");
        if (cause != null) {
            result.initCause(cause);
        }
        return result;
    }
}
