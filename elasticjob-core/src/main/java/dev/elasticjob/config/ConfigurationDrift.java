package dev.elasticjob.config;

import dev.elasticjob.api.JobConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * A setting that is one thing in the code and another in the registry. The registry's counts unless {@code overwrite}
 * is set, and a change in one of them that has no effect is a riddle to whoever made it: so the difference is shown.
 *
 * @param setting its name, {@code props.name} for a property
 * @param inCode its value there, fit to be shown: no secrets
 * @param inRegistry the same for the registry
 */
public record ConfigurationDrift(String setting, String inCode, String inRegistry) {

    private static final String NOT_SET = "(not set)";

    public ConfigurationDrift {
        Objects.requireNonNull(setting);
        Objects.requireNonNull(inCode);
        Objects.requireNonNull(inRegistry);
    }

    /** What differs in effect, in alphabetical order; two ways of writing the same do not. */
    public static List<ConfigurationDrift> between(JobConfiguration code, JobConfiguration registry) {
        if (code == registry) {
            return List.of();
        }
        List<ConfigurationDrift> result = new ArrayList<>();
        for (Setting<?> setting : Setting.ALL) {
            if (setting.key().equals(Setting.PROPS)) {
                addProperties(code.getProps(), registry.getProps(), result);
            } else if (!setting.effective()
                    .apply(code)
                    .equals(setting.effective().apply(registry))) {
                result.add(new ConfigurationDrift(setting.key(), shown(setting, code), shown(setting, registry)));
            }
        }
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

    private static String shown(Setting<?> setting, JobConfiguration config) {
        String written = String.valueOf(setting.getter().apply(config));
        if (!written.isEmpty()) {
            return ConfigurationSecrets.mask(setting.key(), written);
        }
        // An unset type is shown as what it comes to.
        return setting.effective().apply(config) instanceof String text && !text.isEmpty() ? text : NOT_SET;
    }

    /** In words, for a log. */
    @Override
    public String toString() {
        return setting + ": " + inCode + " in code, " + inRegistry + " in the registry";
    }
}
