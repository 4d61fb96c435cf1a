package dev.elasticjob.spi;

import java.util.Map;

/** Maps extension types to the modules that contain them. */
public final class ExtensionModules {

    private static final Map<String, Map<String, String>> MODULES = Map.of(
            "dev.elasticjob.spi.JobErrorHandler",
            Map.of(
                    "EMAIL", "elasticjob-error-handlers",
                    "WECHAT", "elasticjob-error-handlers",
                    "DINGTALK", "elasticjob-error-handlers"),
            "dev.elasticjob.tracing.TracingListenerFactory",
            Map.of("RDB", "elasticjob-tracing-rdb"),
            "dev.elasticjob.registry.RegistryProvider",
            Map.of("zookeeper", "elasticjob-registry-zookeeper", "jdbc", "elasticjob-registry-jdbc"));

    private ExtensionModules() {}

    /** Returns the remedy for an unknown type, without a full stop at the end. */
    public static String remedy(Class<?> kind, String type) {
        String module = MODULES.getOrDefault(kind.getName(), Map.of()).get(type);
        return module == null
                ? "Choose one of them, or correct it; a type of your own needs a line in META-INF/services/"
                        + kind.getName()
                : "Add the dependency dev.elasticjob:" + module + ", or choose one of them";
    }
}
