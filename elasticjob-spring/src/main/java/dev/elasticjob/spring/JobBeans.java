package dev.elasticjob.spring;

import dev.elasticjob.api.ElasticJob;
import java.util.ArrayList;
import java.util.List;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Finds the beans of jobs, also behind proxies. */
public final class JobBeans {

    private JobBeans() {}

    /** Returns the names of the beans of this class or its subclasses. If exactly one of them is primary, only its name is returned. */
    public static List<String> ofClass(ConfigurableListableBeanFactory beans, Class<?> type) {
        List<String> found = new ArrayList<>();
        for (String name : beans.getBeanNamesForType(ElasticJob.class, true, false)) {
            if (!ScopedProxyUtils.isScopedTarget(name) && isA(beans, name, type)) {
                found.add(name);
            }
        }
        List<String> primary = found.stream()
                .filter(name -> beans.containsBeanDefinition(name)
                        && beans.getMergedBeanDefinition(name).isPrimary())
                .toList();
        return primary.size() == 1 ? primary : List.copyOf(found);
    }

    private static boolean isA(ConfigurableListableBeanFactory beans, String name, Class<?> type) {
        Class<?> known = beans.getType(name, false);
        return known != null && type.isAssignableFrom(known) || type.isAssignableFrom(classOf(beans, name));
    }

    /** Returns the class without generated subclasses and proxies. */
    static Class<?> classOf(ConfigurableListableBeanFactory beans, String name) {
        String target = ScopedProxyUtils.getTargetBeanName(name);
        Class<?> type = AutoProxyUtils.determineTargetClass(beans, beans.containsBean(target) ? target : name);
        return type == null ? Object.class : ClassUtils.getUserClass(type);
    }
}
