package dev.elasticjob.config;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobSetting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * Difference between the code and the registry in one setting. The value of the registry is used unless {@code overwrite} is set. A
 * change without effect is hard to explain, so the difference is displayed.
 *
 * @param setting name of the setting; {@code props.name} for a property
 * @param inCode value in the code for display, without secrets
 * @param inRegistry value in the registry for display, without secrets
 */
public record ConfigurationDrift(String setting, String inCode, String inRegistry) {

    private static final String NOT_SET = "(not set)";

    public ConfigurationDrift {
        Objects.requireNonNull(setting);
        Objects.requireNonNull(inCode);
        Objects.requireNonNull(inRegistry);
    }

    /** Returns the effective differences in alphabetical order. Different spellings of the same value are not reported. */
    public static List<ConfigurationDrift> between(JobConfiguration code, JobConfiguration registry) {
        if (code == registry) {
            return List.of();
        }
        List<ConfigurationDrift> result = new ArrayList<>();
        for (JobSetting<?> setting : JobSetting.all()) {
            if (setting == JobSetting.PROPS) {
                addProperties(code.getProps(), registry.getProps(), result);
            } else if (!setting.effective(code).equals(setting.effective(registry))) {
                result.add(new ConfigurationDrift(setting.name(), shown(setting, code), shown(setting, registry)));
            }
        }
        result.sort(Comparator.comparing(ConfigurationDrift::setting));
        return List.copyOf(result);
    }

    private static void addProperties(Properties code, Properties registry, List<ConfigurationDrift> result) {
        Set<String> names = new TreeSet<>(code.stringPropertyNames());
        names.addAll(registry.stringPropertyNames());
        for (String name : names) {
            if (!Objects.equals(code.getProperty(name), registry.getProperty(name))) {
                result.add(
                        new ConfigurationDrift(Setting.PROPS + "." + name, shown(name, code), shown(name, registry)));
            }
        }
    }

    private static String shown(String name, Properties props) {
        String value = props.getProperty(name);
        return value == null ? NOT_SET : ConfigurationSecrets.mask(name, value);
    }

    private static <T> String shown(JobSetting<T> setting, JobConfiguration config) {
        T value = config.get(setting);
        String written = value instanceof Collection<?> list ? list.toString() : setting.format(value);
        if (!written.isEmpty()) {
            return ConfigurationSecrets.mask(setting.name(), written);
        }
        // An unset type is displayed as its effective value.
        return setting.effective(config) instanceof String text && !text.isEmpty() ? text : NOT_SET;
    }

    /** Returns a description for logs. */
    @Override
    public String toString() {
        return setting + ": " + inCode + " in code, " + inRegistry + " in the registry";
    }
}
