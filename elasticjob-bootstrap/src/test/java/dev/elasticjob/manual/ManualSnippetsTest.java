package dev.elasticjob.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.elasticjob.api.HttpJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.manual.configuration.JobConfigurationExample;
import dev.elasticjob.manual.dataflow.Foo;
import dev.elasticjob.manual.dataflow.MyElasticJob;
import dev.elasticjob.manual.http.HttpJobMain;
import dev.elasticjob.manual.quickstart.MyJob;
import dev.elasticjob.manual.quickstart.MyJobDemo;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Tests the Java snippets of chapters 4 and 6.1.1 of the manual that concern this module. Compiling them is the first test.
 * docs/manual-errata.md lists corrections and missing snippets.
 */
class ManualSnippetsTest {

    /** Position in the manual, the class that represents the snippet, and the configurations that it creates. */
    private record Snippet(String where, Class<?> code, Map<String, Consumer<JobConfiguration>> configurations) {}

    private static final List<Snippet> COVERED = List.of(
            new Snippet("4.2 job", MyJob.class, Map.of()),
            new Snippet("4.3 configuration", JobConfigurationExample.class, Map.of("quickStart", each -> {
                assertThat(each.getJobName()).isEqualTo("MyJob");
                assertThat(each.getCron()).isEqualTo("0/5 * * * * ?");
            })),
            new Snippet("4.4 start", MyJobDemo.class, everyFiveSeconds("createJobConfiguration")),
            new Snippet("6.1.1 simple job", dev.elasticjob.manual.simple.MyElasticJob.class, Map.of()),
            new Snippet("6.1.1 dataflow job", MyElasticJob.class, Map.of()),
            new Snippet(
                    "6.1.1 HTTP job",
                    HttpJobMain.class,
                    Map.of(
                            "createJobConfiguration",
                            each -> assertThat(each.getProps())
                                    .isEqualTo(Map.of(
                                            HttpJobProperties.URI_KEY, "http://xxx.com/execute",
                                            HttpJobProperties.METHOD_KEY, "POST",
                                            HttpJobProperties.DATA_KEY, "source=ejob")))),
            new Snippet(
                    "6.1.1 configuration",
                    JobConfigurationExample.class,
                    Map.of(
                            "withItemParameters",
                            each -> assertThat(each.itemParameters())
                                    .isEqualTo(Map.of(0, "Beijing", 1, "Shanghai", 2, "Guangzhou")))),
            new Snippet(
                    "6.1.1 scheduled job",
                    dev.elasticjob.manual.schedule.JobDemo.class,
                    everyFiveSeconds("createJobConfiguration")),
            new Snippet(
                    "6.1.1 one-off job",
                    dev.elasticjob.manual.oneoff.JobDemo.class,
                    Map.of(
                            "createJobConfiguration",
                            each -> assertThat(each.getCron()).isEmpty())),
            new Snippet("6.1.1 dump port", dev.elasticjob.manual.dump.JobMain.class, Map.of()),
            new Snippet("6.1.1 error handler LOG", dev.elasticjob.manual.errorlog.JobDemo.class, handledBy("LOG")),
            new Snippet(
                    "6.1.1 error handler THROW", dev.elasticjob.manual.errorthrow.JobDemo.class, handledBy("THROW")),
            new Snippet(
                    "6.1.1 error handler IGNORE", dev.elasticjob.manual.errorignore.JobDemo.class, handledBy("IGNORE")),
            new Snippet(
                    "6.1.1 error handler EMAIL", dev.elasticjob.manual.erroremail.JobDemo.class, handledBy("EMAIL")),
            new Snippet(
                    "6.1.1 error handler WECHAT", dev.elasticjob.manual.errorwechat.JobDemo.class, handledBy("WECHAT")),
            new Snippet(
                    "6.1.1 error handler DINGTALK",
                    dev.elasticjob.manual.errordingtalk.JobDemo.class,
                    handledBy("DINGTALK")));

    private static Map<String, Consumer<JobConfiguration>> everyFiveSeconds(String method) {
        return Map.of(method, each -> assertThat(each.getCron()).isEqualTo("0/5 * * * * ?"));
    }

    private static Map<String, Consumer<JobConfiguration>> handledBy(String type) {
        return Map.of(
                "createScheduleJobConfiguration",
                each -> {
                    assertThat(each.getJobErrorHandlerType()).isEqualTo(type);
                    assertThat(each.getCron()).isEqualTo("0/5 * * * * ?");
                },
                "createOneOffJobConfiguration",
                each -> {
                    assertThat(each.getJobErrorHandlerType()).isEqualTo(type);
                    assertThat(each.getCron()).isEmpty();
                });
    }

    @TestFactory
    Stream<DynamicTest> snippets_of_the_manual_compile_and_their_configurations_are_valid() {
        return COVERED.stream()
                .map(each -> dynamicTest(each.where(), () -> {
                    for (Map.Entry<String, Consumer<JobConfiguration>> expected :
                            each.configurations().entrySet()) {
                        JobConfiguration made = make(each.code(), expected.getKey());
                        assertThat(made.problems()).isEmpty();
                        expected.getValue().accept(made);
                    }
                }));
    }

    /** Creates a configuration. The methods of the manual are private; some of the methods here have the job's name as parameter. */
    private static JobConfiguration make(Class<?> code, String name) throws ReflectiveOperationException {
        for (Method method : code.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                return (JobConfiguration)
                        (method.getParameterCount() == 0 ? method.invoke(null) : method.invoke(null, "myJob"));
            }
        }
        throw new NoSuchMethodException(code + " " + name);
    }

    @Test
    void the_jobs_of_the_manual_run() {
        MyElasticJob dataflow = new MyElasticJob();
        List<Foo> fetched = new ArrayList<>();
        for (int item = 0; item < 3; item++) {
            ShardingContext context = context(item);
            new MyJob().execute(context);
            new dev.elasticjob.manual.simple.MyElasticJob().execute(context);
            List<Foo> data = dataflow.fetchData(context);
            dataflow.processData(context, data);
            fetched.addAll(data);
        }
        assertThat(fetched).containsExactly(new Foo(0), new Foo(1), new Foo(2));
    }

    private static ShardingContext context(int item) {
        return new ShardingContext("MyJob", "MyJob@-@" + item + "@-@READY@-@127.0.0.1@-@1", 3, "", item, "");
    }
}
