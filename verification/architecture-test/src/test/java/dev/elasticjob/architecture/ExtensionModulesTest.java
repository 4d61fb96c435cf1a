package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.RegistryProvider;
import dev.elasticjob.spi.ExtensionModules;
import dev.elasticjob.spi.JobErrorHandler;
import dev.elasticjob.spi.TypedSPI;
import dev.elasticjob.tracing.TracingListenerFactory;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Verifies that the message about a type missing from the class path names the module that contains it. */
class ExtensionModulesTest {

    private static final Pattern MODULE = Pattern.compile("/([^/]+)/target/");

    /** Modules that are on every class path of a job, or whose types only the module itself creates. */
    private static final Set<String> WITHOUT_REMEDY =
            Set.of("elasticjob-core", "elasticjob-test", "elasticjob-spring", "elasticjob-lite-2x");

    @Test
    void every_type_that_a_module_adds_is_reported_with_its_module() {
        assertThat(typesOfModules(JobErrorHandler.class)).containsOnlyKeys("EMAIL", "WECHAT", "DINGTALK");
        assertThat(typesOfModules(TracingListenerFactory.class)).containsOnlyKeys("RDB");
        assertThat(typesOfModules(RegistryProvider.class)).isNotEmpty();
    }

    /** Verifies the remedies for an extension interface and returns its types with their modules. */
    private static <T extends TypedSPI> Map<String, String> typesOfModules(Class<T> kind) {
        Map<String, String> modules = new TreeMap<>();
        ServiceLoader.load(kind).forEach(each -> {
            String module = module(each.getClass());
            if (!WITHOUT_REMEDY.contains(module)) {
                modules.put(each.getType(), module);
            }
        });
        modules.forEach((type, module) ->
                assertThat(ExtensionModules.remedy(kind, type)).as(type).contains("dev.elasticjob:" + module));
        return modules;
    }

    private static String module(Class<?> type) {
        Matcher module = MODULE.matcher(
                type.getProtectionDomain().getCodeSource().getLocation().toString());
        assertThat(module.find()).as(type.getName()).isTrue();
        return module.group(1);
    }

    @Test
    void a_type_that_no_module_has_is_reported_with_the_file_that_names_types() {
        assertThat(ExtensionModules.remedy(JobErrorHandler.class, "PAGER"))
                .contains("META-INF/services/dev.elasticjob.spi.JobErrorHandler");
    }
}
