package dev.elasticjob.error.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.elasticjob.spi.Extensions;
import dev.elasticjob.spi.JobErrorHandler;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class RegistrationTest {

    @Test
    void the_handlers_are_found_by_type() {
        assertThat(Extensions.types(JobErrorHandler.class)).contains("DINGTALK", "EMAIL", "WECHAT");
        assertThat(Extensions.find(JobErrorHandler.class, "EMAIL")).containsInstanceOf(EmailJobErrorHandler.class);
    }

    @Test
    void without_jakarta_mail_the_others_work_and_email_names_the_missing_dependency() throws Exception {
        ClassLoader loader = new Without("jakarta.mail.");
        List<JobErrorHandler> found = ServiceLoader.load(JobErrorHandler.class, loader).stream()
                .filter(each -> each.type().getPackageName().equals(Notifier.class.getPackageName()))
                .map(ServiceLoader.Provider::get)
                .toList();
        assertThat(found).hasSize(3).allMatch(each -> each.getClass().getClassLoader() == loader);
        Properties props = new Properties();
        props.setProperty("wechat.webhook", "https://host/");
        props.setProperty("dingtalk.webhook", "https://host/");
        for (JobErrorHandler each : found) {
            if (each.getType().equals("EMAIL")) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> each.init(props))
                        .withMessageContaining("Add the dependency org.eclipse.angus:angus-mail");
            } else {
                each.init(props);
                each.close();
            }
        }
    }

    @Test
    void the_api_of_jakarta_mail_without_an_implementation_is_not_enough() throws Exception {
        JobErrorHandler handler = (JobErrorHandler) new Without("org.eclipse.angus.mail.")
                .loadClass(EmailJobErrorHandler.class.getName())
                .getConstructor()
                .newInstance();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> handler.init(new Properties()))
                .withMessageContaining("no implementation")
                .withMessageContaining("Add the dependency org.eclipse.angus:angus-mail");
    }

    @Test
    void initialising_leaves_the_context_class_loader_alone() {
        ClassLoader own = new ClassLoader(getClass().getClassLoader()) {};
        Thread.currentThread().setContextClassLoader(own);
        try {
            assertThatIllegalArgumentException().isThrownBy(() -> new EmailJobErrorHandler().init(new Properties()));
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(own);
        } finally {
            Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
        }
    }

    /** Loads the classes of this package and of the mail API itself, and hides classes with the given prefix. */
    private static final class Without extends ClassLoader {

        private final String hidden;

        Without(String hidden) {
            super(RegistrationTest.class.getClassLoader());
            this.hidden = hidden;
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return name.startsWith("META-INF/services/jakarta.mail.")
                    ? Collections.emptyEnumeration()
                    : super.getResources(name);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith(hidden)) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith(Notifier.class.getPackageName()) && !name.startsWith("jakarta.mail.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException failure) {
                throw new ClassNotFoundException(name, failure);
            }
        }
    }
}
