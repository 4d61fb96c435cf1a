package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.spring.boot.ElasticJobProperties;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests the metadata with which editors complete and explain the properties. */
class MetadataTest {

    @Test
    void all_properties_are_described() throws IOException {
        String metadata = ours();
        for (String each : new String[] {
            "elasticjob.enabled",
            "elasticjob.development-registry",
            "elasticjob.reg-center.server-lists",
            "elasticjob.reg-center.connection-timeout-milliseconds",
            "elasticjob.reg-center.connect-timeout-milliseconds",
            "elasticjob.jobs",
            "elasticjob.tracing.type",
            "elasticjob.tracing.include-job-names",
            "elasticjob.tracing.exclude-job-names",
            "elasticjob.dump.enabled",
            "elasticjob.dump.port",
            "elasticjob.threads.virtual"
        }) {
            assertThat(metadata).contains("\"name\": \"" + each + "\"");
        }
        assertThat(metadata).contains("\"values\"", "\"value\": \"RDB\"");
    }

    /** Returns the metadata of the starter; other jars contain a file with the same name. */
    private static String ours() throws IOException {
        String classes = ElasticJobProperties.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString();
        String path = "META-INF/spring-configuration-metadata.json";
        URL file = new URL(classes.endsWith(".jar") ? "jar:" + classes + "!/" + path : classes + path);
        try (InputStream in = file.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
