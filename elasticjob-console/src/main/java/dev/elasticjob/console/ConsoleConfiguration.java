package dev.elasticjob.console;

import dev.elasticjob.console.audit.AuditLog;
import dev.elasticjob.console.history.HistoryDatabases;
import dev.elasticjob.console.net.AddressPolicy;
import dev.elasticjob.console.net.BoundedCalls;
import dev.elasticjob.console.net.Networks;
import dev.elasticjob.console.registry.Registries;
import dev.elasticjob.console.registry.RegistryEvents;
import dev.elasticjob.console.security.Accounts;
import dev.elasticjob.console.security.Admissions;
import dev.elasticjob.console.security.BodyFilter;
import dev.elasticjob.console.security.HeaderDeadlineProtocol;
import dev.elasticjob.console.security.LoginThrottle;
import dev.elasticjob.console.security.Logins;
import dev.elasticjob.console.security.OidcSettings;
import dev.elasticjob.console.security.ProxyValve;
import dev.elasticjob.console.security.SecurityConfiguration;
import dev.elasticjob.console.security.Tokens;
import dev.elasticjob.console.store.DataDirectory;
import dev.elasticjob.console.store.Secrets;
import jakarta.servlet.DispatcherType;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.EnumSet;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/** The beans of the console. */
@Configuration(proxyBeanMethods = false)
class ConsoleConfiguration {

    @Bean
    InstantSource clock() {
        return InstantSource.system();
    }

    @Bean
    DataDirectory dataDirectory(ConsoleSettings settings) {
        return DataDirectory.open(settings.dataDirectory());
    }

    @Bean
    Secrets secrets(DataDirectory directory) {
        return new Secrets(directory);
    }

    @Bean
    AddressPolicy addressPolicy(ConsoleSettings settings, ServerProperties server) {
        Boolean loopback = settings.addresses().loopback();
        return new AddressPolicy(
                loopback == null ? isLocal(server) : loopback,
                settings.addresses().only());
    }

    /** Returns whether the console can only be reached from this machine. It may then connect to this machine as well. */
    private static boolean isLocal(ServerProperties server) {
        InetAddress address = server.getAddress();
        return address != null && address.isLoopbackAddress();
    }

    @Bean
    BoundedCalls boundedCalls() {
        return new BoundedCalls();
    }

    @Bean
    Registries registries(
            ConsoleSettings settings,
            AddressPolicy addresses,
            DataDirectory directory,
            Secrets secrets,
            BoundedCalls calls,
            InstantSource clock) {
        Registries registries = new Registries(addresses, directory, secrets, calls, clock);
        settings.registries()
                .forEach((name, each) -> registries.configure(name, each.servers(), each.namespace(), each.digest()));
        return registries;
    }

    @Bean
    RegistryEvents registryEvents(Registries registries, BoundedCalls calls) {
        return new RegistryEvents(registries, calls);
    }

    @Bean
    HistoryDatabases historyDatabases(
            ConsoleSettings settings,
            AddressPolicy addresses,
            DataDirectory directory,
            Secrets secrets,
            BoundedCalls calls,
            InstantSource clock) {
        HistoryDatabases databases = new HistoryDatabases(addresses, directory, secrets, calls, clock);
        settings.dataSources()
                .forEach((name, each) -> databases.configure(name, each.url(), each.username(), each.password()));
        return databases;
    }

    @Bean
    AuditLog auditLog(DataDirectory directory, ConsoleSettings settings) {
        return new AuditLog(
                directory,
                settings.audit().fileSize().toBytes(),
                settings.audit().keptFiles());
    }

    /** Registers the filter that receives bodies, before all other filters, so that none of them waits for a body. */
    @Bean
    FilterRegistrationBean<BodyFilter> bodyFilter() {
        FilterRegistrationBean<BodyFilter> filter = new FilterRegistrationBean<>(new BodyFilter());
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        filter.setAsyncSupported(true);
        filter.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
        return filter;
    }

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> proxies(
            ConsoleSettings settings, ServerProperties server) {
        if (server.getForwardHeadersStrategy() == ServerProperties.ForwardHeadersStrategy.FRAMEWORK) {
            throw new IllegalArgumentException("server.forward-headers-strategy is framework, which takes the client's"
                    + " address from what the client sends. Leave it out, and set console.trusted-proxies to the"
                    + " addresses of your proxies");
        }
        Networks trusted = Networks.parse("console.trusted-proxies", settings.trustedProxies());
        return factory -> factory.addEngineValves(new ProxyValve(trusted));
    }

    @Bean
    Accounts accounts(DataDirectory directory, Environment environment) {
        return new Accounts(directory, environment::getProperty);
    }

    /** Creates the first account once the console has started, so that the password is not printed by a start that fails. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> firstAccount(Accounts accounts) {
        return started -> accounts.createFirst()
                .ifPresent(password -> Terminal.printFirstPassword(Accounts.FIRST_ACCOUNT, password));
    }

    @Bean
    Tokens tokens(DataDirectory directory, InstantSource clock) {
        return new Tokens(directory, clock);
    }

    @Bean
    Admissions admissions(Accounts accounts, Tokens tokens) {
        return new Admissions(accounts, tokens);
    }

    @Bean
    LoginThrottle loginThrottle(InstantSource clock) {
        return new LoginThrottle(clock);
    }

    @Bean
    Logins logins(Accounts accounts, LoginThrottle throttle) {
        return new Logins(accounts, throttle);
    }

    @Bean
    SecurityConfiguration.Settings securitySettings(
            ConsoleSettings settings, ServerProperties server, Environment environment) {
        return new SecurityConfiguration.Settings(
                settings.allowedHosts(),
                isLocal(server),
                secureCookies(server),
                OidcSettings.from(environment::getProperty));
    }

    /** Restricts the session cookie to TLS, unless the console only serves this machine or the configuration overrides it. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> sessionCookies(ServerProperties server) {
        return factory -> {
            if (secureCookies(server)) {
                server.getServlet().getSession().getCookie().setSecure(true);
                factory.setSession(server.getServlet().getSession());
            }
        };
    }

    /** Passes encoded slashes to the console, which rejects them with a reason. Tomcat would reject them without one. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> encodedSlashes() {
        return factory -> factory.addConnectorCustomizers(connector -> {
            connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
            connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
        });
    }

    /**
     * Reduces the memory of a connection, because clients can open many of them. Larger requests and responses are read and
     * written in several steps.
     */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> connectionMemory() {
        return factory -> factory.addConnectorCustomizers(connector -> {
            connector.setProperty("socket.appReadBufSize", "2048");
            connector.setProperty("socket.appWriteBufSize", "4096");
            connector.setProperty("socket.bufferPool", "50");
            connector.setProperty("processorCache", "50");
        });
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> headerDeadline() {
        return factory -> factory.setProtocol(HeaderDeadlineProtocol.class.getName());
    }

    static boolean secureCookies(ServerProperties server) {
        Boolean set = server.getServlet().getSession().getCookie().getSecure();
        return set == null ? !isLocal(server) : set;
    }
}
