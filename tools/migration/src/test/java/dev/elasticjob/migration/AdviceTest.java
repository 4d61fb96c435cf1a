package dev.elasticjob.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies that the tool lists exactly the work that it cannot do, by file and line. */
class AdviceTest extends MigratedFiles {

    // ---- platform ----

    @Test
    void an_old_boot_and_an_old_java_are_named_with_what_is_needed() throws IOException {
        file(
                "pom.xml",
                "<project>",
                "<parent><groupId>org.springframework.boot</groupId>",
                "<artifactId>spring-boot-starter-parent</artifactId>",
                "<version>2.6.4</version></parent>",
                "<properties><java.version>1.8</java.version></properties>",
                dependency(OLD, "elasticjob-lite-spring-boot-starter", "3.0.4"),
                "</project>");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("pom.xml:3: Spring Boot 2.6.4") && each.contains("3.5 or 4"))
                .anyMatch(each -> each.startsWith("pom.xml:5: Java 8") && each.contains("17"))
                .hasSize(2);
    }

    @Test
    void versions_in_gradle_and_in_properties_are_understood() throws IOException {
        file(
                "build.gradle",
                "plugins { id 'org.springframework.boot' version '2.7.18' }",
                "sourceCompatibility = JavaVersion.VERSION_11");
        file(
                "a/pom.xml",
                "<project><properties><boot.version>3.2.1</boot.version>",
                "<maven.compiler.release>17</maven.compiler.release></properties>",
                "<dependencies><dependency><artifactId>spring-boot-dependencies</artifactId>"
                        + "<version>${boot.version}</version></dependency></dependencies></project>");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("build.gradle:1: Spring Boot 2.7.18"))
                .anyMatch(each -> each.startsWith("build.gradle:2: Java 11"))
                .anyMatch(each -> each.contains("Spring Boot 3.2.1"))
                .hasSize(3);
    }

    @Test
    void a_current_platform_is_not_mentioned() throws IOException {
        file(
                "pom.xml",
                "<project><parent><artifactId>spring-boot-starter-parent</artifactId><version>3.5.16</version></parent>",
                "<properties><java.version>21</java.version></properties></project>");

        assertThat(notes()).isEmpty();
    }

    @Test
    void packages_of_javax_and_spring_factories_are_listed_where_boot_is_used() throws IOException {
        file("pom.xml", "<project><parent><groupId>org.springframework.boot</groupId></parent></project>");
        file(
                "A.java",
                "import javax.annotation.PostConstruct;",
                "import javax.annotation.Resource;",
                "import javax.servlet.Filter;",
                "import javax.sql.DataSource;",
                "import javax.annotation.processing.Processor;");
        file(
                "META-INF/spring.factories",
                "org.springframework.boot.autoconfigure.EnableAutoConfiguration=com.acme.AutoConfiguration");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("A.java:1: javax.annotation is jakarta.annotation"))
                .anyMatch(each -> each.startsWith("A.java:3: javax.servlet"))
                .anyMatch(each -> each.contains("spring.factories:1: ") && each.contains("AutoConfiguration.imports"))
                .hasSize(3);
    }

    @Test
    void libraries_that_came_along_are_named_unless_the_build_asks_for_them() throws IOException {
        file("pom.xml", "<project>" + dependency("com.google.guava", "guava", "33.0.0-jre") + "</project>");
        file(
                "A.java",
                "import org.quartz.CronExpression;",
                "import org.apache.commons.lang3.StringUtils;",
                "import com.google.common.base.Strings;");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("A.java:1: ") && each.contains("org.quartz-scheduler:quartz"))
                .anyMatch(each -> each.startsWith("A.java:2: ") && each.contains("org.apache.commons:commons-lang3"))
                .hasSize(2);
    }

    @Test
    void the_mail_library_of_the_error_handler_is_named_on_every_run() throws IOException {
        file("pom.xml", "<project>" + dependency(OLD, "elasticjob-error-handler-email", "3.0.4") + "</project>");
        file("application.properties", "elasticjob.jobs.a.job-error-handler-type=EMAIL");

        assertThat(notes()).anyMatch(each -> each.contains("org.eclipse.angus:angus-mail"));
        assertThat(notes()).anyMatch(each -> each.contains("org.eclipse.angus:angus-mail"));
    }

    @Test
    void the_module_of_the_history_is_named_for_plain_java() throws IOException {
        file("pom.xml", "<project>" + dependency(OLD, "elasticjob-lite-core", "3.0.4") + "</project>");
        file("A.java", "import " + OLD + ".tracing.api.TracingConfiguration;");

        assertThat(notes()).singleElement().asString().contains("dev.elasticjob:elasticjob-tracing-rdb");
    }

    // ---- differences in behaviour ----

    @Test
    void checks_for_null_of_texts_that_are_never_null_are_listed() throws IOException {
        file(
                "A.java",
                "import " + OLD + ".api.ShardingContext;",
                "class A { void a(ShardingContext c, Other other) {",
                "  if (c.getShardingParameter() == null) { }",
                "  if (null != c.getJobParameter()) { }",
                "  String value = c.getJobParameter();",
                "  if (value == null) { }",
                "  if (other == null) { }",
                "  // if (c.getShardingParameter() == null)",
                "} }");

        assertThat(notes())
                .hasSize(3)
                .allMatch(each -> each.contains("isEmpty()"))
                .anyMatch(each -> each.startsWith("A.java:3:"))
                .anyMatch(each -> each.startsWith("A.java:4:"))
                .anyMatch(each -> each.startsWith("A.java:6:"));
    }

    @Test
    void code_that_parses_ids_is_listed_at_every_place() throws IOException {
        file(
                "A.java",
                "class A {",
                "  String pid(String id) { return id.split(\"@-@\")[1]; }",
                "  /** Such as 10.0.0.1@-@99. */",
                "  static final String DELIMITER = \"@-@\";",
                "}");

        assertThat(notes())
                .hasSize(2)
                .allMatch(each -> each.contains("cut at the hyphen"))
                .anyMatch(each -> each.startsWith("A.java:2:"))
                .anyMatch(each -> each.startsWith("A.java:4:"));
    }

    @Test
    void calls_of_jobs_through_their_interface_are_listed() throws IOException {
        file(
                "Timed.java",
                "import " + OLD + ".simple.job.SimpleJob;",
                "class Timed implements SimpleJob {",
                "  public void execute(ShardingContext shardingContext) { delegate.execute(shardingContext); }",
                "}");

        assertThat(notes())
                .singleElement()
                .asString()
                .startsWith("Timed.java:3: execute()")
                .contains("throws Exception");
    }

    @Test
    void edits_of_settings_that_were_not_read_and_operations_after_schedule_are_listed() throws IOException {
        file(
                "A.java",
                "import " + OLD + ".infra.pojo.JobConfigurationPOJO;",
                "import " + OLD + ".lite.lifecycle.api.JobAPIFactory;",
                "class A { void a() {",
                "  bootstrap.schedule();",
                "  JobConfigurationPOJO pojo = new JobConfigurationPOJO();",
                "  api.updateJobConfiguration(pojo);",
                "} }");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("A.java:4: schedule()"))
                .anyMatch(each -> each.startsWith("A.java:5: updateJobConfiguration"))
                .hasSize(2);
    }

    @Test
    void failover_without_monitoring_is_listed() throws IOException {
        file(
                "A.java",
                "import " + OLD + ".api.JobConfiguration;",
                "class A { Object a = JobConfiguration.newBuilder(\"a\","
                        + " 1).monitorExecution(false).failover(true).build(); }");

        assertThat(notes()).singleElement().asString().contains("failover has no effect");
    }

    @Test
    void keys_of_the_application_below_elasticjob_are_listed() throws IOException {
        file(
                "application.yml",
                "server:",
                "  port: 1",
                "elasticjob:",
                "  regCenter:",
                "    serverLists: a",
                "  my-wrapper:",
                "    scan: com.acme",
                "  # other: key",
                "  tracing:",
                "    data-source:",
                "      url: x");
        file("b.properties", "elasticjob.owner=us", "elasticjob.dump.enabled=false", "#elasticjob.comment=1");
        file(
                "C.java",
                "@ConfigurationProperties(prefix = \"elasticjob.my-wrapper\")",
                "class C { @Value(\"${elasticjob.owner:}\") String a; @Value(\"${elasticjob.enabled}\") String b; }");

        assertThat(notes())
                .hasSize(4)
                .allMatch(each -> each.contains("elasticjob.foreign-keys"))
                .anyMatch(each -> each.startsWith("application.yml:6: the key elasticjob.my-wrapper"))
                .anyMatch(each -> each.startsWith("b.properties:1: the key elasticjob.owner"))
                .anyMatch(each -> each.startsWith("C.java:1:"))
                .anyMatch(each -> each.startsWith("C.java:2:"));
    }

    // ---- renamed members ----

    @Test
    void members_are_renamed_where_they_are_elasticjobs_and_listed_where_that_cannot_be_determined()
            throws IOException {
        file(
                "A.java",
                "import " + OLD + ".api.JobConfiguration;",
                "import " + OLD + ".annotation.ElasticJobConfiguration;",
                "@ElasticJobConfiguration(jobName = \"a\", jobExecutorServiceHandlerType = \"CPU\")",
                "class A {",
                "  private String jobExecutorServiceHandlerType;",
                "  @Own(jobExecutorServiceHandlerType = \"x\") String own;",
                "  String getJobExecutorServiceHandlerType() { return jobExecutorServiceHandlerType; }",
                "  void a(JobConfiguration config, Settings settings) {",
                "    JobConfiguration.newBuilder(\"a\", 1).cron(\"x\")",
                "        .jobExecutorServiceHandlerType(settings.getJobExecutorServiceHandlerType());",
                "    config.getJobExecutorServiceHandlerType();",
                "    this.jobExecutorServiceHandlerType = null;",
                "  }",
                "}");

        List<String> notes = notes();

        assertThat(text("A.java"))
                .contains(
                        "jobExecutorThreadPoolSizeProviderType = \"CPU\"",
                        "private String jobExecutorServiceHandlerType;",
                        "@Own(jobExecutorServiceHandlerType = \"x\")",
                        "String getJobExecutorServiceHandlerType() { return jobExecutorServiceHandlerType; }",
                        ".jobExecutorThreadPoolSizeProviderType(",
                        "config.getJobExecutorThreadPoolSizeProviderType()",
                        "this.jobExecutorServiceHandlerType = null");
        assertThat(notes)
                .anyMatch(each -> each.startsWith("A.java:10: getJobExecutorServiceHandlerType was not renamed"));
    }

    // ---- builds ----

    @Test
    void a_version_in_a_parent_pom_is_changed_and_a_second_run_changes_and_lists_nothing() throws IOException {
        file(
                "pom.xml",
                "<project><artifactId>parent</artifactId><modules><module>a</module></modules>",
                "<properties><elasticjob.version>3.0.4</elasticjob.version></properties></project>");
        file(
                "a/pom.xml",
                "<project><parent><artifactId>parent</artifactId></parent><artifactId>a</artifactId><dependencies>",
                dependency(OLD, "elasticjob-lite-core", "${elasticjob.version}"),
                "</dependencies></project>");

        assertThat(notes()).isEmpty();
        assertThat(text("pom.xml")).contains("<elasticjob.version>1.2.3</elasticjob.version>");
        assertThat(text("a/pom.xml")).contains("elasticjob-bootstrap").contains("${elasticjob.version}");
        assertThat(new Migration(directory, "1.2.3", false).run()).isEmpty();
    }

    @Test
    void a_version_that_is_defined_elsewhere_is_listed_on_every_run() throws IOException {
        file("pom.xml", "<project>" + dependency(OLD, "elasticjob-lite-core", "${ej.version}") + "</project>");

        assertThat(notes()).singleElement().asString().contains("set the property ej.version to 1.2.3");
        assertThat(notes()).singleElement().asString().contains("set the property ej.version to 1.2.3");
    }

    @Test
    void a_property_that_other_dependencies_use_too_keeps_its_value() throws IOException {
        file(
                "pom.xml",
                "<project><properties><all.version>3.0.4</all.version></properties><dependencies>",
                dependency(OLD, "elasticjob-lite-core", "${all.version}"),
                dependency("com.acme", "other", "${all.version}"),
                "</dependencies></project>");

        assertThat(notes()).isEmpty();
        assertThat(text("pom.xml"))
                .contains("<all.version>3.0.4</all.version>")
                .contains("<artifactId>elasticjob-bootstrap</artifactId><version>1.2.3</version>")
                .contains("<artifactId>other</artifactId><version>${all.version}</version>");
    }

    @Test
    void modules_of_the_project_itself_are_not_listed() throws IOException {
        file("pom.xml", "<project><groupId>" + OLD + "</groupId><artifactId>elasticjob-example</artifactId></project>");
        file(
                "a/pom.xml",
                "<project><parent><groupId>" + OLD + "</groupId><artifactId>elasticjob-example</artifactId></parent>",
                "<artifactId>elasticjob-example-jobs</artifactId></project>");
        file(
                "b/pom.xml",
                "<project><artifactId>b</artifactId><dependencies>",
                dependency(OLD, "elasticjob-example-jobs", "${project.version}"),
                "</dependencies></project>");

        assertThat(new Migration(directory, "1.2.3", false).run()).isEmpty();
    }

    @Test
    void comments_are_no_work_and_stay_whole() throws IOException {
        file(
                "pom.xml",
                "<project><dependencies>",
                dependency(OLD, "elasticjob-lite-core", "3.0.4"),
                "<!--" + dependency(OLD, "elasticjob-simple-executor", "3.0.4") + "-->",
                "<!-- " + dependency(OLD, "elasticjob-cloud-executor", "3.0.4") + " -->",
                "</dependencies></project>");
        file("application.yml", "# handler: " + OLD + ".executor.JobFacade", "a: b");
        file("A.java", "/** See {@link " + OLD + ".executor.JobFacade}. */", "class A { }");

        assertThat(notes()).isEmpty();
        assertThat(text("pom.xml")).doesNotContain("<!---->");
    }

    @Test
    void internals_with_a_remedy_are_listed_with_it() throws IOException {
        file(
                "A.java",
                "import " + OLD + ".lite.lifecycle.internal.operate.JobOperateAPIImpl;",
                "import " + OLD + ".infra.env.IpUtils;",
                "import " + OLD + ".lite.internal.election.LeaderService;",
                "import " + OLD + ".lite.internal.sharding.ShardingListenerManager;");

        assertThat(notes())
                .anyMatch(each ->
                        each.startsWith("A.java:1:") && each.contains("RegistryOperations.on(center).jobOperate()"))
                .anyMatch(each -> each.startsWith("A.java:2:") && each.contains("HostAddress.choose()"))
                .anyMatch(each -> each.startsWith("A.java:3:") && each.contains("leader()"))
                .anyMatch(each -> each.startsWith("A.java:4:") && each.contains("was internal"))
                .hasSize(4);
    }
}
