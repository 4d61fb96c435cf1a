package dev.elasticjob.type;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.executor.JobClassNameProvider;
import dev.elasticjob.spi.Extensions;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines the name under which the registry displays the class of a job. It is intended for people and does not change after a
 * restart, so numbers and addresses that the JVM or a proxy library generates are omitted:
 *
 * <ul>
 *   <li>a lambda or method reference: {@code com.acme.Main$$Lambda}, with the class that contains it;
 *   <li>a proxy that extends the job's class (CGLIB, Byte Buddy and others): that class;
 *   <li>a proxy of interfaces: the first interface that is a job interface;
 *   <li>anything else, including anonymous classes: the name of the class, {@code com.acme.Main$1}.
 * </ul>
 *
 * A {@link JobClassNameProvider} takes precedence.
 */
public final class JobClassNames {

    private static final Logger LOG = LoggerFactory.getLogger(JobClassNames.class);

    private static final String LAMBDA = "$$Lambda";

    /** Kotlin's marker for classes of inlined functions, which are not proxies. */
    private static final String INLINED = "$$inlined$";

    private static final List<String> PROXY_MARKS =
            List.of("_$$_", "$$", "$ByteBuddy$", "$HibernateProxy$", "$MockitoMock$");

    private JobClassNames() {}

    public static String of(ElasticJob job) {
        return Extensions.all(JobClassNameProvider.class).stream()
                .flatMap(each -> ask(each, job).stream())
                .findFirst()
                .orElseGet(() -> byRule(job.getClass()));
    }

    /** Calls a provider. The name is for display only: a provider that fails is reported and does not prevent the job from running. */
    private static Optional<String> ask(JobClassNameProvider provider, ElasticJob job) {
        try {
            return provider.getJobClassName(job).filter(name -> !name.isBlank());
        } catch (RuntimeException failed) {
            LOG.warn(
                    "{} failed to name the class of a job; the class's own name is used",
                    provider.getClass().getName(),
                    failed);
            return Optional.empty();
        }
    }

    private static String byRule(Class<?> jobClass) {
        String name = jobClass.getName();
        int lambda = name.indexOf(LAMBDA);
        if (lambda >= 0) {
            return name.substring(0, lambda + LAMBDA.length());
        }
        if (Proxy.isProxyClass(jobClass)) {
            return firstJobInterface(jobClass);
        }
        Optional<String> cut = beforeProxyMark(name);
        if (cut.isPresent()) {
            Class<?> parent = jobClass.getSuperclass();
            return ElasticJob.class.isAssignableFrom(parent) ? byRule(parent) : cut.get();
        }
        // The name of a hidden class ends with an address.
        return name.contains("/") ? name.substring(0, name.indexOf('/')) : name;
    }

    private static String firstJobInterface(Class<?> proxy) {
        return Arrays.stream(proxy.getInterfaces())
                .filter(ElasticJob.class::isAssignableFrom)
                .findFirst()
                .orElse(ElasticJob.class)
                .getName();
    }

    private static Optional<String> beforeProxyMark(String name) {
        if (name.contains(INLINED)) {
            return Optional.empty();
        }
        return PROXY_MARKS.stream()
                .map(name::indexOf)
                .filter(index -> index > 0)
                .min(Integer::compare)
                .map(index -> name.substring(0, index));
    }
}
