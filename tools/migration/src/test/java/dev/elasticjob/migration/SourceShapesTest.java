package dev.elasticjob.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Verifies the tool on the many ways in which applications write the same thing. */
class SourceShapesTest extends MigratedFiles {

    // ---- imports and names ----

    @Test
    void kotlin_with_aliases_and_wildcards_is_renamed() throws IOException {
        file(
                "A.kt",
                "package com.acme",
                "import " + OLD + ".api.JobConfiguration as Settings",
                "import " + OLD + ".lite.lifecycle.api.*",
                "import " + OLD + ".simple.job.SimpleJob",
                "class A(private val center: " + OLD + ".reg.base.CoordinatorRegistryCenter) : SimpleJob {",
                "    fun name(context: ShardingContext?) = context?.shardingParameter ?: \"none\"",
                "}");

        assertThat(notes()).singleElement().asString().startsWith("A.kt:7:").contains("isEmpty()");
        assertThat(text("A.kt"))
                .contains(
                        "import dev.elasticjob.api.JobConfiguration as Settings\n",
                        "import dev.elasticjob.lifecycle.*\nimport dev.elasticjob.lifecycle.api.*\n",
                        "center: dev.elasticjob.registry.CoordinatorRegistryCenter")
                .doesNotContain(";", OLD);
    }

    @Test
    void scala_with_braces_and_underscores_is_renamed() throws IOException {
        file(
                "A.scala",
                "import " + OLD + ".api.{JobConfiguration, ShardingContext => Context}",
                "import " + OLD + ".simple.job._",
                "import " + OLD + ".reg.exception.{RegException}",
                "class A extends SimpleJob { def a(e: RegException): Unit = {} }");

        assertThat(notes()).isEmpty();
        assertThat(text("A.scala"))
                .isEqualTo(String.join(
                        "\n",
                        "import dev.elasticjob.api.JobConfiguration",
                        "import dev.elasticjob.api.{ShardingContext => Context}",
                        "import dev.elasticjob.api._",
                        "import dev.elasticjob.registry.RegistryException",
                        "class A extends SimpleJob { def a(e: RegistryException): Unit = {} }",
                        ""));
    }

    @Test
    void groovy_and_static_imports_and_names_in_full_are_renamed() throws IOException {
        file(
                "A.groovy",
                "import static " + OLD + ".api.JobConfiguration.newBuilder",
                "def settings = newBuilder('a', 1).jobExecutorServiceHandlerType('CPU').build()",
                "def other = " + OLD + ".api.JobConfiguration.newBuilder('b', 1)",
                "    .cron('0 0 * * * ?')",
                "    .jobExecutorServiceHandlerType('CPU')",
                "    .build()");

        assertThat(notes()).isEmpty();
        assertThat(text("A.groovy"))
                .contains("import static dev.elasticjob.api.JobConfiguration.newBuilder\n")
                .contains("newBuilder('a', 1).jobExecutorThreadPoolSizeProviderType('CPU')")
                .contains("    .jobExecutorThreadPoolSizeProviderType('CPU')\n")
                .doesNotContain("jobExecutorServiceHandlerType");
    }

    @Test
    void a_class_that_is_renamed_is_renamed_behind_a_wildcard_too_and_line_ends_stay() throws IOException {
        file(
                "A.java",
                "import " + OLD + ".reg.exception.*;\r",
                "import " + OLD + ".lite.lifecycle.api.*;\r",
                "class A { void a() throws RegException { throw new RegException(null); } String b = \"RegException\"; }\r");

        notes();

        assertThat(text("A.java"))
                .isEqualTo(String.join(
                        "\r\n",
                        "import dev.elasticjob.registry.*;",
                        "import dev.elasticjob.lifecycle.*;",
                        "import dev.elasticjob.lifecycle.api.*;",
                        "class A { void a() throws RegistryException { throw new RegistryException(null); } String b ="
                                + " \"RegException\"; }",
                        ""));
    }

    @Test
    void classes_without_a_counterpart_are_listed_behind_a_wildcard_too() throws IOException {
        file(
                "A.java",
                "import " + OLD + ".executor.*;",
                "import " + OLD + ".executor.item.*;",
                "import com.acme.TimeService;",
                "class A { JobFacade facade; TimeService own; String other = \"IpUtils\"; }");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("A.java:4: JobFacade: ") && each.contains("JobRuntimeService"))
                .anyMatch(each -> each.startsWith("A.java:1: " + OLD + ".executor: "))
                .hasSize(2);
    }

    // ---- names of the application's own ----

    @Test
    void classes_of_the_application_with_the_same_names_keep_their_members() throws IOException {
        file(
                "src/main/java/com/acme/JobConfiguration.java",
                "package com.acme;",
                "public class JobConfiguration { public String getJobExecutorServiceHandlerType() { return null; } }");
        file(
                "src/main/java/com/acme/web/A.java",
                "package com.acme.web;",
                "import com.acme.JobConfiguration;",
                "import com.acme.ElasticJobConfiguration;",
                "import " + OLD + ".simple.job.SimpleJob;",
                "@ElasticJobConfiguration(jobExecutorServiceHandlerType = \"CPU\")",
                "class A { String a(JobConfiguration own) { return own.getJobExecutorServiceHandlerType(); } }");

        List<String> notes = notes();

        assertThat(text("src/main/java/com/acme/web/A.java"))
                .contains("jobExecutorServiceHandlerType = \"CPU\"", "own.getJobExecutorServiceHandlerType()")
                .contains("import dev.elasticjob.api.SimpleJob;");
        assertThat(notes).isEmpty();
    }

    @Test
    void a_use_in_a_file_without_an_import_is_listed() throws IOException {
        file(
                "A.java",
                "class A { Object a(Settings settings) { return settings.current().getJobExecutorServiceHandlerType(); } }");

        assertThat(notes()).singleElement().asString().contains("A.java:1: ", "was not renamed");
    }

    @Test
    void sources_in_a_package_of_elasticjob_are_listed_and_what_they_use_of_it_is_renamed() throws IOException {
        file(
                "src/test/java/Replaced.java",
                "package " + OLD + ".lite.internal.election;",
                "import " + OLD + ".api.JobConfiguration;",
                "import " + OLD + ".lite.internal.election.LeaderService;",
                "import " + OLD + ".lite.internal.election.Helper;",
                "class Replaced { LeaderService service; }");
        file("src/test/java/Helper.java", "package " + OLD + ".lite.internal.election;", "class Helper { }");

        assertThat(notes())
                .anyMatch(each -> each.contains("Replaced.java:1: this file is in a package of ElasticJob"))
                .anyMatch(each -> each.contains("Replaced.java:3: ") && each.contains("LeaderService"))
                .anyMatch(each -> each.contains("Helper.java:1: this file is in a package of ElasticJob"))
                .hasSize(3);
        assertThat(text("src/test/java/Replaced.java"))
                .contains("import dev.elasticjob.api.JobConfiguration;", OLD + ".lite.internal.election.Helper;");
    }

    @Test
    void packages_named_like_the_directories_of_builds_are_migrated() throws IOException {
        String source = "import " + OLD + ".simple.job.SimpleJob;";
        for (String each : List.of("src/main/java/com/acme/build/A.java", "src/main/java/com/acme/target/out/B.java")) {
            file(each, source);
        }
        file("target/generated/C.java", source);

        notes();

        assertThat(text("src/main/java/com/acme/build/A.java")).contains("dev.elasticjob");
        assertThat(text("src/main/java/com/acme/target/out/B.java")).contains("dev.elasticjob");
        assertThat(text("target/generated/C.java")).contains(OLD);
    }

    @Test
    void a_literal_of_any_length_is_read() throws IOException {
        file(
                "A.java",
                "class A { String a = \"" + "\\n".repeat(200_000) + "\"; /* " + OLD + ".executor.JobFacade */ }");

        assertThat(notes()).isEmpty();
    }

    // ---- members ----

    @Test
    void uses_of_the_registry_center_as_a_client_are_listed() throws IOException {
        file(
                "A.java",
                "import " + OLD + ".reg.zookeeper.ZookeeperRegistryCenter;",
                "import " + OLD + ".reg.base.CoordinatorRegistryCenter;",
                "class A { CoordinatorRegistryCenter center; java.util.Map<String, String> map;",
                "  void a(ZookeeperRegistryCenter zk) {",
                "    if (center.isExisted(\"/job\")) { this.center.remove(\"/job\"); }",
                "    zk.getClient().start();",
                "    map.get(\"a\"); map.remove(\"a\");",
                "    center.init(); center.close();",
                "  }",
                "  java.util.function.Function<String, String> b = center::getDirectly;",
                "}");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("A.java:5: CoordinatorRegistryCenter.isExisted"))
                .anyMatch(each -> each.startsWith("A.java:5: CoordinatorRegistryCenter.remove"))
                .anyMatch(each -> each.startsWith("A.java:6: ZookeeperRegistryCenter.getClient"))
                .anyMatch(each -> each.startsWith("A.java:10: CoordinatorRegistryCenter.getDirectly"))
                .hasSize(4);
    }

    @Test
    void constructors_are_listed_by_their_number_of_parameters() throws IOException {
        file(
                "A.java",
                "import " + OLD + ".infra.handler.sharding.JobInstance;",
                "import " + OLD + ".infra.listener.ShardingContexts;",
                "class A {",
                "  Object a = new JobInstance();",
                "  Object b = new JobInstance(\"a@-@1\", ip(\"a,b\", 1));",
                "  Object c = new ShardingContexts(\"t\", \"j\", 1, \"\", map(1, 2));",
                "  Object d = new ShardingContexts(\"t\", \"j\", 1, \"\", map(1, 2), 0);",
                "}");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("A.java:4: this constructor of JobInstance"))
                .filteredOn(each -> !each.contains("'@-@'"))
                .hasSize(1);
        assertThat(notes()).noneMatch(each -> each.contains("constructor"));
    }

    @Test
    void a_strategy_and_a_dump_port_are_listed_with_what_differs() throws IOException {
        file(
                "A.java",
                "import " + OLD + ".infra.handler.sharding.JobShardingStrategy;",
                "import " + OLD + ".lite.internal.snapshot.SnapshotService;",
                "class A implements JobShardingStrategy {",
                "  Object a = new SnapshotService(center(), 9888);",
                "}");
        file("a.yml", "elasticjob: {dump: {port: 9888}}");
        file("b.properties", "elasticjob.dump.port=9888");
        file("c.properties", "elasticjob.dump.port=9888", "elasticjob.dump.address=10.0.0.1");
        file(
                "jobs.xml",
                "<beans xmlns:elasticjob=\"http://shardingsphere.apache.org/schema/elasticjob\">",
                "<elasticjob:snapshot id=\"a\" registry-center-ref=\"b\" dump-port=\"9888\"/></beans>");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("A.java:3: a strategy receives the instances in ascending order"))
                .anyMatch(each -> each.startsWith("A.java:4: the dump port"))
                .anyMatch(each -> each.startsWith("a.yml:1: the dump port"))
                .anyMatch(each -> each.startsWith("b.properties:1: the dump port"))
                .anyMatch(each -> each.startsWith("jobs.xml:2: the dump port"))
                .hasSize(5);
    }

    // ---- Spring ----

    @Test
    void the_auto_configuration_is_renamed_in_sources_and_settings() throws IOException {
        String auto = OLD + ".lite.spring.boot.job.ElasticJobLiteAutoConfiguration";
        file(
                "A.java",
                "import " + auto + ";",
                "@SpringBootApplication(exclude = ElasticJobLiteAutoConfiguration.class) class A { }");
        file("application.yml", "spring:", "  autoconfigure:", "    exclude:", "      - " + auto);

        assertThat(notes()).isEmpty();
        assertThat(text("A.java"))
                .contains("import dev.elasticjob.spring.boot.ElasticJobAutoConfiguration;")
                .contains("exclude = ElasticJobAutoConfiguration.class");
        assertThat(text("application.yml")).contains("- dev.elasticjob.spring.boot.ElasticJobAutoConfiguration");
    }

    @Test
    void keys_are_found_in_all_documents_and_spellings() throws IOException {
        file(
                "application.yml",
                "elasticjob.wrapper.scan: com.acme",
                "---",
                "spring.config.activate.on-profile: test",
                "elastic-job:",
                "    reg-center:",
                "        namespace: us",
                "    \"pool\":",
                "        size: 1",
                "---",
                "elasticJob: {enabled: true, team: {name: a}}",
                "other:",
                "  elasticjob:",
                "    name: is not ElasticJob's");
        file(
                "A.java",
                "class A {",
                "  static final String CONFIG_PREFIX = \"elasticjob\";",
                "  static final String TOPIC = \"elasticjob\";",
                "  String a = environment.getProperty(\"elasticjob.caller.name\");",
                "  String b = environment.getProperty(\"elasticjob.reg-center.namespace\");",
                "  @ConditionalOnProperty(prefix = \"elasticjob\", name = \"audit\", havingValue = \"true\") Object c;",
                "  @ConditionalOnProperty(prefix = \"elasticjob\", name = \"enabled\") Object d;",
                "  String e = System.getProperty(\"elasticjob.preferred.network.ip\");",
                "  Object f = meters.counter(\"elasticjob.orders\");",
                "}");

        assertThat(notes())
                .allMatch(each -> each.contains("elasticjob.foreign-keys"))
                .anyMatch(each -> each.startsWith("application.yml:1: the key elasticjob.wrapper"))
                .anyMatch(each -> each.startsWith("application.yml:7: the key elasticjob.pool"))
                .anyMatch(each -> each.startsWith("application.yml:10: the key elasticjob.team"))
                .anyMatch(each -> each.startsWith("A.java:2: the key elasticjob "))
                .anyMatch(each -> each.startsWith("A.java:4: the key elasticjob.caller"))
                .anyMatch(each -> each.startsWith("A.java:6: the key elasticjob.audit"))
                .hasSize(6);
    }

    @Test
    void keys_below_those_of_elasticjob_are_listed_too() throws IOException {
        file(
                "application.yml",
                "elasticjob:",
                "  regCenter:",
                "    serverLists: a",
                "    poolSize: 1",
                "  tracing:",
                "    type: RDB",
                "    data-source:",
                "      driverClassName: a",
                "      jndi-name: b",
                "    db:",
                "      url: c",
                "  jobs:",
                "    orders:",
                "      props: {own: key}");
        file("b.properties", "elasticjob.tracing.include-job-names[0]=a", "elasticjob.dump.hosts=b");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("application.yml:4: the key elasticjob.regCenter.poolSize "))
                .anyMatch(
                        each -> each.startsWith("application.yml:9: the key elasticjob.tracing.data-source.jndi-name "))
                .anyMatch(each -> each.startsWith("application.yml:10: the key elasticjob.tracing.db "))
                .anyMatch(each -> each.startsWith("b.properties:2: the key elasticjob.dump.hosts "))
                .filteredOn(each -> !each.contains("unless set"))
                .hasSize(4);
    }

    @Test
    void the_known_keys_are_those_of_the_starter() throws IOException {
        String source = Files.readString(
                Path.of(
                        "../../elasticjob-spring-boot-starter/src/main/java/dev/elasticjob/spring/boot/ElasticJobProperties.java"));
        Set<String> keys = new TreeSet<>();
        String inClass = "";
        for (String line : source.lines().toList()) {
            Matcher type = Pattern.compile(".*static class (\\w+).*").matcher(line);
            Matcher setter = Pattern.compile(".*void set(\\w+)\\((List|Map)?.*").matcher(line);
            if (type.matches()) {
                inClass = (type.group(1).equals("DataSource") ? "tracing.DataSource" : type.group(1)) + ".";
            } else if (setter.matches()) {
                keys.add((inClass + setter.group(1) + (setter.group(2) == null ? "" : ".")).toLowerCase(Locale.ROOT));
            }
        }

        keys.add("preferred.");
        assertThat(SettingsAdvice.KNOWN).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void loggers_are_renamed_or_listed() throws IOException {
        file(
                "logback.xml",
                "<configuration>",
                "<logger name=\"" + OLD + "\" level=\"warn\"/>",
                "<logger name=\"" + OLD + ".lite.internal\" level=\"error\"/>",
                "<logger name=\"" + OLD + ".reg.zookeeper.ZookeeperRegistryCenter\" level=\"error\"/>",
                "</configuration>");
        file("application.yml", "logging:", "  level:", "    " + OLD + ": debug", "    " + OLD + ".executor: info");
        file(
                "application.properties",
                "logging.level." + OLD + "=debug",
                "logging.level." + OLD + ".tracing=info",
                "log4j.logger." + OLD + "=WARN");

        assertThat(notes())
                .allMatch(each -> each.contains("below dev.elasticjob here"))
                .anyMatch(each -> each.startsWith("logback.xml:3: "))
                .anyMatch(each -> each.startsWith("application.yml:4: "))
                .anyMatch(each -> each.startsWith("application.properties:2: "))
                .hasSize(3);
        assertThat(text("logback.xml"))
                .contains("name=\"dev.elasticjob\"", "dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter");
        assertThat(text("application.yml")).contains("    dev.elasticjob: debug");
        assertThat(text("application.properties"))
                .contains("logging.level.dev.elasticjob=debug", "log4j.logger.dev.elasticjob=WARN");
    }

    // ---- other files ----

    @Test
    void scripts_images_and_statements_are_listed_and_stay() throws IOException {
        file(
                "deploy/Dockerfile",
                "FROM eclipse-temurin:17",
                "COPY lib/elasticjob-lite-core-3.0.4.jar /app/lib/",
                "COPY lib/elasticjob-core-1.0.0.jar /app/lib/");
        file(
                "bin/start.sh",
                "#!/bin/sh",
                "# lib/elasticjob-lite-core-3.0.4.jar",
                "java -Dlogger." + OLD + "=debug -cp 'lib/*' com.acme.Main");
        file(
                "db/V1__history.sql",
                "-- CREATE TABLE JOB_STATUS_TRACE_LOG",
                "CREATE TABLE IF NOT EXISTS `JOB_EXECUTION_LOG` (id varchar(40));");
        file("Jenkinsfile", "sh 'mvn package'");
        String script = text("bin/start.sh");

        assertThat(notes())
                .anyMatch(each ->
                        each.startsWith("deploy/Dockerfile:2: ") && each.contains("elasticjob-lite-core-3.0.4.jar"))
                .anyMatch(each -> each.startsWith("bin/start.sh:3: "))
                .anyMatch(each -> each.startsWith("db/V1__history.sql:2: ") && each.contains("JOB_HISTORY_LEASE"))
                .hasSize(3);
        assertThat(text("bin/start.sh")).isEqualTo(script);
        assertThat(Files.exists(directory.resolve("deploy/Dockerfile"))).isTrue();
    }
}
