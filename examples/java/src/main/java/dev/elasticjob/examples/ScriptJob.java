package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.scheduler.OneOffResult;
import java.util.concurrent.ExecutionException;

/**
 * A job that runs a script. The arguments are split without a shell; name a shell in the command if you need one. The
 * output is logged line by line, and the sharding context is passed as JSON in the last argument.
 *
 * <p>With {@code -Delasticjob.script.allowed=/opt/jobs} a worker starts only executables in or below this directory,
 * whatever command the registry contains.
 */
public final class ScriptJob {

    private ScriptJob() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("script", 2)
                .shardingItemParameters("0=Lima,1=Oslo")
                .setProperty(
                        ScriptJobProperties.SCRIPT_KEY,
                        "sh -c 'echo \"$1 gets $2\"; test \"${2#*Oslo}\" = \"$2\"' sh 'the script'")
                // The outcome contains the failures.
                .jobErrorHandlerType("IGNORE")
                .build();
        try (ExampleRegistry registry = new ExampleRegistry("script")) {
            OneOffResult result = new OneOffJobBootstrap(registry.connect(), "SCRIPT", configuration)
                    .execute()
                    .get();
            // For Oslo the script exits with a nonzero code.
            System.out.println("Lima: " + result.items().get(0));
            System.out.println("Oslo: " + result.items().get(1));
        }
    }
}
