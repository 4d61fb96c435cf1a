package dev.elasticjob.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class JobClassNamesTest {

    private static final String HERE = JobClassNamesTest.class.getName();

    private static class Report implements SimpleJob {
        @Override
        public void execute(ShardingContext shardingContext) {}
    }

    private static class Report$$SpringCGLIB$$0 extends Report {}

    private static final class Report$$EnhancerByCGLIB$$1f3a extends Report$$SpringCGLIB$$0 {}

    private static final class Report$ByteBuddy$x7Yz extends Report {}

    private static final class Task$$SpringCGLIB$$1 implements GreetingJob {
        @Override
        public String greet(int item) {
            return "";
        }
    }

    private static final class Main$run$$inlined$job$1 implements ElasticJob {}

    private static ElasticJob jdkProxy(Class<?>... interfaces) {
        return (ElasticJob) Proxy.newProxyInstance(
                JobClassNamesTest.class.getClassLoader(), interfaces, (proxy, method, arguments) -> null);
    }

    private static void greetNobody(ShardingContext context) {}

    @Test
    void a_class_has_its_own_name() {
        assertThat(JobClassNames.of(new Report())).isEqualTo(HERE + "$Report");
    }

    @Test
    void a_lambda_is_named_after_the_class_it_stands_in() {
        String captured = HERE;
        SimpleJob lambda = context -> {};
        SimpleJob capturing = context -> captured.length();
        SimpleJob reference = JobClassNamesTest::greetNobody;

        assertThat(JobClassNames.of(lambda)).isEqualTo(HERE + "$$Lambda");
        assertThat(JobClassNames.of(capturing)).isEqualTo(HERE + "$$Lambda");
        assertThat(JobClassNames.of(reference)).isEqualTo(HERE + "$$Lambda");
    }

    @Test
    void an_anonymous_class_has_the_name_the_compiler_gave_it() {
        SimpleJob anonymous = new SimpleJob() {
            @Override
            public void execute(ShardingContext shardingContext) {}
        };

        assertThat(JobClassNames.of(anonymous)).isEqualTo(HERE + "$1");
    }

    @Test
    void a_proxy_that_extends_the_job_has_the_name_of_the_job() {
        assertThat(JobClassNames.of(new Report$$SpringCGLIB$$0())).isEqualTo(HERE + "$Report");
        assertThat(JobClassNames.of(new Report$$EnhancerByCGLIB$$1f3a())).isEqualTo(HERE + "$Report");
        assertThat(JobClassNames.of(new Report$ByteBuddy$x7Yz())).isEqualTo(HERE + "$Report");
    }

    @Test
    void a_proxy_that_extends_nothing_has_the_name_before_the_mark() {
        assertThat(JobClassNames.of(new Task$$SpringCGLIB$$1())).isEqualTo(HERE + "$Task");
    }

    @Test
    void a_proxy_of_interfaces_has_the_name_of_the_first_that_is_a_jobs() {
        assertThat(JobClassNames.of(jdkProxy(Serializable.class, GreetingJob.class, SimpleJob.class)))
                .isEqualTo(GreetingJob.class.getName());
    }

    @Test
    void the_marks_of_kotlin_are_no_proxy() {
        assertThat(JobClassNames.of(new Main$run$$inlined$job$1())).isEqualTo(HERE + "$Main$run$$inlined$job$1");
    }

    @Test
    void a_provider_that_knows_better_comes_first() {
        NamedJobClassNameProvider.Named job = () -> "com.acme.Wrapped";

        assertThat(JobClassNames.of(job)).isEqualTo("com.acme.Wrapped");
    }

    @Test
    void a_provider_that_returns_nothing_or_fails_is_skipped() {
        NamedJobClassNameProvider.Named blank = () -> " ";
        NamedJobClassNameProvider.Named failing = () -> {
            throw new IllegalStateException("no name");
        };

        assertThat(JobClassNames.of(blank)).isEqualTo(HERE + "$$Lambda");
        assertThat(JobClassNames.of(failing)).isEqualTo(HERE + "$$Lambda");
    }
}
