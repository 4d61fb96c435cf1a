package dev.elasticjob.spring.boot;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if the properties name a registry in a database. */
final class OnDatabaseRegistry implements Condition {

    private static final String PREFIX = ElasticJobProperties.PREFIX + ".reg-center.";

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        return matches(value(binder, "type"), value(binder, "server-lists"), value(binder, "data-source-bean-name"));
    }

    private static String value(Binder binder, String name) {
        return binder.bind(PREFIX + name, String.class).orElse("");
    }

    static boolean matches(String type, String serverLists, String dataSourceBeanName) {
        return type.isBlank()
                ? serverLists.startsWith("jdbc:") || !dataSourceBeanName.isEmpty()
                : type.strip().equalsIgnoreCase(ElasticJobProperties.RegistryType.JDBC.name());
    }
}
