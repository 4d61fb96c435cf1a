package dev.elasticjob.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The settings {@code console.*}.
 *
 * @param dataDirectory directory with all persistent data
 * @param allowedHosts host names under which browsers reach the console, in addition to those of this machine
 * @param trustedProxies networks of proxies whose X-Forwarded-* headers are trusted
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
     * The settings of the audit log.
     *
     * @param fileSize size at which a file is rotated
     * @param keptFiles number of rotated files to keep; the oldest are deleted
     */
    record Audit(
            @DefaultValue("32MB") DataSize fileSize,
            @DefaultValue("30") int keptFiles) {}

    /**
     * Allowed addresses of registries and databases that are added at run time.
     *
     * @param loopback whether loopback addresses are allowed; null allows them if the console itself can only be reached from
     *     this machine
     * @param only allowed networks; empty to allow all addresses that are not forbidden
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
