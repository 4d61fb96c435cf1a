package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.scheduler.OneOffResult;
import java.util.concurrent.ExecutionException;

/**
 * A job that is a script. Its arguments are split here, not by a shell, so a shell is named where one is wanted. What it
 * writes goes to the log line by line; the context comes as JSON, as last argument.
 *
 * <p>With {@code -Delasticjob.script.allowed=/opt/jobs} a worker starts nothing else, whatever the registry says.
 */
public final class ScriptJob {

    private ScriptJob() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("script", 2)
                .shardingItemParameters("0=Lima,1=Oslo")
                .setProperty(
                        ScriptJobProperties.SCRIPT_KEY,
                        "sh -c 'echo \"$1 gets $2\"; test \"${2#*Oslo}\" = \"$2\"' sh 'the script'")
                // The outcome tells.
                .jobErrorHandlerType("IGNORE")
                .build();
        try (ExampleRegistry registry = new ExampleRegistry("script")) {
            OneOffResult result = new OneOffJobBootstrap(registry.connect(), "SCRIPT", configuration)
                    .execute()
                    .get();
            // It ends with another exit code than 0 for Oslo.
            System.out.println("Lima: " + result.items().get(0));
            System.out.println("Oslo: " + result.items().get(1));
        }
    }
}
