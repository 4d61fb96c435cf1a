package dev.elasticjob.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What {@code console.*} says.
 *
 * @param dataDirectory where everything is kept
 * @param allowedHosts names under which browsers reach the console, besides those of this machine itself
 * @param trustedProxies networks of proxies whose X-Forwarded-* headers count
 */
@ConfigurationProperties("console")
record ConsoleSettings(
        @DefaultValue("data") Path dataDirectory,
        @DefaultValue List<String> allowedHosts,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue Audit audit,
        @DefaultValue Addresses addresses,
        @DefaultValue Map<String, Registry> registries,
        @DefaultValue Map<String, DataSource> dataSources) {

    /**
     * The audit log.
     *
     * @param fileSize size at which a file is set aside
     * @param keptFiles how many of those files are kept; the oldest are deleted
     */
    record Audit(
            @DefaultValue("32MB") DataSize fileSize,
            @DefaultValue("30") int keptFiles) {}

    /**
     * Where registries and databases that are added at run time may be.
     *
     * @param loopback whether on this machine; null: if the console itself can only be reached from this machine
     * @param only networks; empty for all that are not forbidden
     */
    record Addresses(Boolean loopback, @DefaultValue List<String> only) {}

    record Registry(
            String servers,
            String namespace,
            @DefaultValue("") String digest) {

        @Override
        public String toString() {
            return servers + "/" + namespace;
        }
    }

    record DataSource(
            String url,
            @DefaultValue("") String username,
            @DefaultValue("") String password) {

        @Override
        public String toString() {
            return url;
        }
    }
}
