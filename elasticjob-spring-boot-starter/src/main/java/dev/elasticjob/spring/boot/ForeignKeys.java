package dev.elasticjob.spring.boot;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/** Excludes the keys of {@code elasticjob.foreign-keys} from the check for unknown properties. */
final class ForeignKeys implements ConfigurationPropertiesBindHandlerAdvisor {

    static final String PROPERTY = ElasticJobProperties.PREFIX + ".foreign-keys";

    private static final ConfigurationPropertyName OURS = ConfigurationPropertyName.of(ElasticJobProperties.PREFIX);

    private final List<ConfigurationPropertyName> foreign;

    ForeignKeys(Environment environment) {
        foreign = Binder.get(environment).bind(PROPERTY, Bindable.listOf(String.class)).orElse(List.of()).stream()
                .map(ForeignKeys::name)
                .toList();
    }

    private static ConfigurationPropertyName name(String key) {
        String below = key.strip().replaceFirst("^elasticjob\\.", "");
        if (below.isEmpty()) {
            throw new ElasticJobPropertyException(
                    PROPERTY,
                    "one of its keys is empty, which would stand for all properties of ElasticJob",
                    "Name the keys that are not ElasticJob's, such as my-wrapper for elasticjob.my-wrapper.url");
        }
        return ConfigurationPropertyName.adapt(ElasticJobProperties.PREFIX + "." + below, '.');
    }

    @Override
    public BindHandler apply(BindHandler handler) {
        return new AbstractBindHandler(handler) {
            @Override
            public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result)
                    throws Exception {
                try {
                    super.onFinish(name, target, context, result);
                } catch (UnboundConfigurationPropertiesException unknown) {
                    if (!name.equals(OURS)) {
                        throw unknown;
                    }
                    rejectUnknownKeys(unknown);
                }
            }
        };
    }

    private void rejectUnknownKeys(UnboundConfigurationPropertiesException unknown) {
        Set<ConfigurationProperty> left = unknown.getUnboundProperties().stream()
                .filter(each -> foreign.stream().noneMatch(key -> covers(key, each.getName())))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!left.isEmpty()) {
            throw new UnboundConfigurationPropertiesException(left);
        }
    }

    private static boolean covers(ConfigurationPropertyName key, ConfigurationPropertyName name) {
        return key.equals(name) || key.isAncestorOf(name);
    }
}
