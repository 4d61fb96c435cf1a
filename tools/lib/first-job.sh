#!/usr/bin/env bash
# Runs a first job with a release: tools/lib/first-job.sh FOLDER VERSION [MAVEN ARGUMENTS]
#
# Three applications, on Spring Boot 4, Spring Boot 3.5 and plain Java, are made in a temporary directory. All they have of
# this project is the folder, as a Maven repository, and a local repository that is empty. Other libraries are copied from the
# local repository that earlier builds filled, and downloaded if they are not there. Each application runs a job against an
# embedded ZooKeeper and ends.
set -euo pipefail
release=$(cd "$1" && pwd)
version=$2
shift 2
maven_arguments=("$@")
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

property() {
    sed -n "s:^ *<$1>\(.*\)</$1>$:\1:p" "$top/pom.xml" | head -n 1
}

libraries=${LIBRARIES:-$HOME/.m2/repository}
java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java

# pom NAME MANAGED DEPENDENCIES
pom() {
    mkdir -p "$work/$1/src/main/java/first" "$work/$1/src/main/resources"
    cat >"$work/$1/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
    <modelVersion>4.0.0</modelVersion>
    <groupId>first</groupId>
    <artifactId>$1</artifactId>
    <version>1</version>
    <properties>
        <maven.compiler.release>17</maven.compiler.release>
        <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    </properties>
    <repositories>
        <repository>
            <id>release</id>
            <url>file://$release</url>
        </repository>
        <repository>
            <id>libraries</id>
            <url>file://$libraries</url>
        </repository>
    </repositories>
    <pluginRepositories>
        <pluginRepository>
            <id>libraries</id>
            <url>file://$libraries</url>
        </pluginRepository>
    </pluginRepositories>
    <dependencyManagement>
        <dependencies>
            <dependency>
                <groupId>dev.elasticjob</groupId>
                <artifactId>elasticjob-bom</artifactId>
                <version>$version</version>
                <type>pom</type>
                <scope>import</scope>
            </dependency>
$2
        </dependencies>
    </dependencyManagement>
    <dependencies>
$3
        <dependency>
            <groupId>io.dropwizard.metrics</groupId>
            <artifactId>metrics-core</artifactId>
        </dependency>
        <dependency>
            <groupId>org.xerial.snappy</groupId>
            <artifactId>snappy-java</artifactId>
        </dependency>
    </dependencies>
    <build>
        <plugins>
            <plugin>
                <groupId>org.apache.maven.plugins</groupId>
                <artifactId>maven-resources-plugin</artifactId>
                <version>3.3.1</version>
            </plugin>
            <plugin>
                <groupId>org.apache.maven.plugins</groupId>
                <artifactId>maven-compiler-plugin</artifactId>
                <version>3.14.1</version>
            </plugin>
        </plugins>
    </build>
</project>
POM
}

dependency() {
    echo "        <dependency><groupId>$1</groupId><artifactId>$2</artifactId>${3:+<version>$3</version>}</dependency>"
}

boot() {
    local name=$1 line=$2
    pom "$name" "<dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-dependencies</artifactId>
        <version>$line</version><type>pom</type><scope>import</scope></dependency>" \
        "$(dependency dev.elasticjob elasticjob-spring-boot-starter)"
    cat >"$work/$name/src/main/java/first/Main.java" <<'JAVA'
package first;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;

@SpringBootApplication
public class Main {

    static final CountDownLatch ITEMS = new CountDownLatch(3);

    @Component
    static class HelloJob implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            System.out.println("item " + context.getShardingItem());
            ITEMS.countDown();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        try (var context = SpringApplication.run(Main.class, arguments)) {
            ITEMS.await();
            System.out.println("First job ran on Spring Boot " + SpringBootVersion.getVersion());
        }
    }
}
JAVA
    cat >"$work/$name/src/main/resources/application.yml" <<'YAML'
elasticjob:
  development-registry: embedded-zookeeper
  jobs:
    hello: {elastic-job-class: first.Main$HelloJob, cron: "0/1 * * * * ?", sharding-total-count: 3}
YAML
}

plain() {
    pom plain-java "" "$(dependency dev.elasticjob elasticjob-bootstrap)
$(dependency ch.qos.logback logback-classic "$(property logback.version)")"
    cat >"$work/plain-java/src/main/java/first/Main.java" <<'JAVA'
package first;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.util.concurrent.CountDownLatch;

public class Main {

    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch items = new CountDownLatch(3);
        SimpleJob job = context -> {
            System.out.println("item " + context.getShardingItem());
            items.countDown();
        };
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
                var registry = new ZookeeperRegistryCenter(
                        new ZookeeperConfiguration(server.connectString(), "first"))) {
            registry.init();
            var config = JobConfiguration.newBuilder("hello", 3).cron("0/1 * * * * ?").build();
            new ScheduleJobBootstrap(registry, job, config).schedule();
            items.await();
            System.out.println("First job ran on plain Java " + Runtime.version().feature());
        }
    }
}
JAVA
}

run() {
    local name=$1
    (
        cd "$work/$name"
        mvn -B -ntp -q -Dmaven.repo.local="$work/repository" -Daether.offline.protocols=file \
            -Dstyle.color=never "${maven_arguments[@]}" compile \
            org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath -Dmdep.outputFile=classpath
        if tr : '\n' <classpath | grep -qE 'slf4j-api-1|zookeeper(-jute)?-3\.[0-8]\.'; then
            echo "$name: libraries do not fit together: $(tr : '\n' <classpath | grep -E 'slf4j-api|zookeeper')" >&2
            exit 1
        fi
        tr : '\n' <classpath | sed -n 's:.*/\(elasticjob-[^/]*\.jar\)$:    \1:p'
        timeout 120 "$java" -cp "target/classes:$(cat classpath)" first.Main >log 2>&1 || { cat log >&2; exit 1; }
        grep -a '^First job ran' log
    )
}

boot spring-boot-4 "$(property spring-boot-4.version)"
boot spring-boot-3 "$(property spring-boot-3.version)"
plain
for each in spring-boot-4 spring-boot-3 plain-java; do
    run "$each"
done
