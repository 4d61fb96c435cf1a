package dev.elasticjob.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies the tool on the many ways in which builds ask for ElasticJob. */
class BuildShapesTest extends MigratedFiles {

    // ---- Gradle ----

    @Test
    void variables_of_gradle_that_only_elasticjob_uses_get_the_version() throws IOException {
        file("gradle.properties", "# elasticjobVersion=1", "elasticjobVersion=3.0.4", "otherVersion=3.0.4");
        file(
                "build.gradle",
                "ext { set('ejVersion', '3.0.1') }",
                "ext.allVersion = '3.0.2'",
                "dependencies {",
                "    implementation \"" + OLD + ":elasticjob-lite-core:${elasticjobVersion}\"",
                "    implementation \"" + OLD + ":elasticjob-error-handler-wechat:$ejVersion\"",
                "    implementation '" + OLD + ":elasticjob-tracing-rdb:' + ejVersion",
                "    implementation \"" + OLD + ":elasticjob-lite-lifecycle:${rootProject.ext.allVersion}\"",
                "    implementation \"com.acme:other:${allVersion}\"",
                "    implementation group: '" + OLD + "', name: 'elasticjob-api', version: '3.0.4'",
                "}");

        assertThat(notes()).isEmpty();
        assertThat(text("gradle.properties"))
                .isEqualTo("# elasticjobVersion=1\nelasticjobVersion=1.2.3\notherVersion=3.0.4\n");
        assertThat(text("build.gradle"))
                .contains(
                        "set('ejVersion', '1.2.3')",
                        "ext.allVersion = '3.0.2'",
                        "\"dev.elasticjob:elasticjob-bootstrap:${elasticjobVersion}\"",
                        "\"dev.elasticjob:elasticjob-error-handlers:$ejVersion\"",
                        "'dev.elasticjob:elasticjob-tracing-rdb:' + ejVersion",
                        "\"dev.elasticjob:elasticjob-lifecycle:1.2.3\"",
                        "\"com.acme:other:${allVersion}\"",
                        "group: 'dev.elasticjob', name: 'elasticjob-api', version: '1.2.3'");
        assertThat(new Migration(directory, "1.2.3", false).run()).isEmpty();
    }

    @Test
    void a_version_catalog_is_migrated() throws IOException {
        file(
                "gradle/libs.versions.toml",
                "[versions]",
                "elasticjob = \"3.0.4\"",
                "shared = \"3.0.3\"",
                "spring-boot = \"2.7.18\"",
                "[libraries]",
                "job-core = { module = \"" + OLD + ":elasticjob-lite-core\", version.ref = \"elasticjob\" }",
                "job-mail = { group = \"" + OLD
                        + "\", name = \"elasticjob-error-handler-email\", version.ref = \"elasticjob\" }",
                "job-api = { module = \"" + OLD + ":elasticjob-api\", version.ref = \"shared\" }",
                "other = { module = \"com.acme:other\", version.ref = \"shared\" }",
                "job-rdb = \"" + OLD + ":elasticjob-tracing-rdb:3.0.4\"",
                "[plugins]",
                "boot = { id = \"org.springframework.boot\", version.ref = \"spring-boot\" }");

        assertThat(notes()).singleElement().asString().contains("libs.versions.toml:12: Spring Boot 2.7.18");
        assertThat(text("gradle/libs.versions.toml"))
                .contains(
                        "elasticjob = \"1.2.3\"",
                        "shared = \"3.0.3\"",
                        "module = \"dev.elasticjob:elasticjob-bootstrap\", version.ref = \"elasticjob\"",
                        "group = \"dev.elasticjob\", name = \"elasticjob-error-handlers\", version.ref = \"elasticjob\"",
                        "module = \"dev.elasticjob:elasticjob-api\", version = \"1.2.3\"",
                        "\"dev.elasticjob:elasticjob-tracing-rdb:1.2.3\"")
                .doesNotContain(OLD);
    }

    @Test
    void a_kotlin_build_and_its_platform_are_read() throws IOException {
        file(
                "build.gradle.kts",
                "val bootVersion = \"2.6.3\"",
                "plugins { id(\"org.springframework.boot\") version \"2.7.1\" }",
                "buildscript { dependencies { classpath(\"org.springframework.boot:spring-boot-gradle-plugin:$bootVersion\")"
                        + " } }",
                "kotlin { jvmToolchain(11) }",
                "dependencies { implementation(\"" + OLD + ":elasticjob-lite-spring-boot-starter:3.0.4\") }");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("build.gradle.kts:2: Spring Boot 2.7.1"))
                .anyMatch(each -> each.startsWith("build.gradle.kts:3: Spring Boot 2.6.3"))
                .anyMatch(each -> each.startsWith("build.gradle.kts:4: Java 11"))
                .hasSize(3);
        assertThat(text("build.gradle.kts"))
                .contains("implementation(\"dev.elasticjob:elasticjob-spring-boot-starter:1.2.3\")");
    }

    @Test
    void constants_and_properties_of_a_kotlin_build_get_the_version() throws IOException {
        file("gradle.properties", "elasticjobVersion=3.0.4");
        file("buildSrc/src/main/kotlin/Versions.kt", "object Versions {", "    const val EJ = \"3.0.2\"", "}");
        file(
                "build.gradle.kts",
                "dependencies {",
                "    api(\"" + OLD + ":elasticjob-lite-core:${p[\"elasticjobVersion\"]}\")",
                "    api(\"" + OLD + ":elasticjob-api:${Versions.EJ}\")",
                "    api(\"" + OLD + ":elasticjob-tracing-rdb:${property(\"unknown\")}\")",
                "}");

        assertThat(notes())
                .singleElement()
                .asString()
                .contains("build.gradle.kts:4: set the variable unknown to 1.2.3");
        assertThat(text("gradle.properties")).isEqualTo("elasticjobVersion=1.2.3\n");
        assertThat(text("buildSrc/src/main/kotlin/Versions.kt")).contains("EJ = \"1.2.3\"");
        assertThat(text("build.gradle.kts"))
                .contains("dev.elasticjob:elasticjob-bootstrap:${p[\"elasticjobVersion\"]}\"", "${Versions.EJ}");
    }

    @Test
    void a_variable_that_is_defined_elsewhere_is_listed_on_every_run() throws IOException {
        file("build.gradle", "dependencies { api \"" + OLD + ":elasticjob-api:${platform.ej}\" }");

        assertThat(notes()).singleElement().asString().contains("set the variable ej to 1.2.3");
        assertThat(notes()).singleElement().asString().contains("set the variable ej to 1.2.3");
    }

    // ---- Maven ----

    @Test
    void managed_versions_and_imports_and_profiles_of_several_modules_are_migrated() throws IOException {
        file(
                "pom.xml",
                "<project><groupId>com.acme</groupId><artifactId>all</artifactId>",
                "<properties><ej>3.0.4</ej><jdk>1.8</jdk><maven.compiler.source>${jdk}</maven.compiler.source></properties>",
                "<dependencyManagement><dependencies>",
                dependency(OLD, "elasticjob-lite-core", "${ej}"),
                "<dependency><groupId>" + OLD
                        + "</groupId><artifactId>elasticjob-bom</artifactId><version>${ej}</version>"
                        + "<type>pom</type><scope>import</scope></dependency>",
                "</dependencies></dependencyManagement></project>");
        file(
                "jobs/pom.xml",
                "<project><artifactId>jobs</artifactId><dependencies>",
                dependency(OLD, "elasticjob-lite-core", ""),
                dependency(OLD, "elasticjob-lite-spring-core", ""),
                "<dependency><groupId>com.acme</groupId><artifactId>wrapper</artifactId><exclusions><exclusion>",
                "<groupId>" + OLD + "</groupId><artifactId>elasticjob-lite-core</artifactId>",
                "</exclusion></exclusions></dependency>",
                "</dependencies><profiles><profile><dependencies>",
                dependency(OLD, "elasticjob-lite-core", ""),
                "</dependencies></profile></profiles></project>");

        assertThat(notes()).singleElement().asString().startsWith("pom.xml:2: Java 8");
        assertThat(text("pom.xml"))
                .contains("<ej>1.2.3</ej>", "<artifactId>elasticjob-bootstrap</artifactId><version>${ej}</version>")
                .contains("<artifactId>elasticjob-bom</artifactId><version>${ej}</version>");
        assertThat(text("jobs/pom.xml"))
                .contains(
                        "<groupId>dev.elasticjob</groupId><artifactId>elasticjob-bootstrap</artifactId></dependency>\n<dep",
                        "<artifactId>elasticjob-spring</artifactId>",
                        "<profile><dependencies>\n<dependency><groupId>dev.elasticjob</groupId>")
                .containsOnlyOnce("<groupId>" + OLD + "</groupId><artifactId>elasticjob-lite-core</artifactId>");
    }

    @Test
    void plain_spring_and_an_old_client_of_zookeeper_are_listed() throws IOException {
        file(
                "pom.xml",
                "<project><properties><spring.version>5.3.20</spring.version></properties><dependencies>",
                dependency("org.springframework", "spring-context", "${spring.version}"),
                dependency("org.apache.zookeeper", "zookeeper", "3.6.2"),
                dependency(OLD, "elasticjob-lite-spring-namespace", "3.0.4"),
                "</dependencies></project>");
        file("A.java", "import javax.annotation.PostConstruct;");

        assertThat(notes())
                .anyMatch(each -> each.startsWith("pom.xml:2: Spring 5.3.20"))
                .anyMatch(each -> each.startsWith("pom.xml:3: ZooKeeper client 3.6.2"))
                .anyMatch(each -> each.startsWith("A.java:1: javax.annotation is jakarta.annotation in Spring 6"))
                .hasSize(3);
    }

    @Test
    void modules_that_the_build_lacks_are_listed() throws IOException {
        file("pom.xml", "<project>" + dependency(OLD, "elasticjob-lite-core", "3.0.4") + "</project>");
        file("A.java", "import " + OLD + ".infra.pojo.JobConfigurationPOJO;");
        file("B.java", "import " + OLD + ".lite.spring.core.scanner.ElasticJobScan;");

        for (List<String> notes : List.of(notes(), notes())) {
            assertThat(notes)
                    .anyMatch(each ->
                            each.startsWith("A.java:1: ") && each.contains("add dev.elasticjob:elasticjob-lifecycle"))
                    .anyMatch(each ->
                            each.startsWith("B.java:1: ") && each.contains("add dev.elasticjob:elasticjob-spring"))
                    .hasSize(2);
        }
    }

    @Test
    void the_operations_api_alone_needs_a_registry() throws IOException {
        file("pom.xml", "<project>" + dependency(OLD, "elasticjob-lite-lifecycle", "3.0.4") + "</project>");

        assertThat(notes()).singleElement().asString().contains("add dev.elasticjob:elasticjob-registry-zookeeper");
    }

    @Test
    void elasticjob_that_comes_along_with_another_library_is_listed_once() throws IOException {
        file("pom.xml", "<project><modules><module>a</module></modules></project>");
        file("a/pom.xml", "<project>" + dependency("com.acme", "job-starter", "1.0") + "</project>");
        file("a/A.java", "import " + OLD + ".simple.job.SimpleJob;");

        assertThat(notes()).singleElement().asString().contains("comes along with another library");
    }

    @Test
    void the_group_in_plugins_is_listed() throws IOException {
        file(
                "pom.xml",
                "<project><dependencies>" + dependency(OLD, "elasticjob-lite-core", "3.0.4") + "</dependencies><build>",
                "<relocation><pattern>" + OLD + "</pattern></relocation></build></project>");

        assertThat(notes()).singleElement().asString().startsWith("pom.xml:2: ").contains("dev.elasticjob");
    }
}
