package dev.elasticjob.type;

import dev.elasticjob.api.ShardingContext;

/** Failure of an item that an external process or server executes. */
public final class JobItemFailedException extends RuntimeException {

    public JobItemFailedException(ShardingContext context, String what) {
        this(context, what, null);
    }

    public JobItemFailedException(ShardingContext context, String what, Throwable cause) {
        super("Job '" + context.getJobName() + "', item " + context.getShardingItem() + ": " + what, cause);
    }
}
