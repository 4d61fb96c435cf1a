package dev.elasticjob.type;

import dev.elasticjob.api.ShardingContext;

/** An item whose work is done elsewhere, by a process or a server, failed there. */
public final class JobItemFailedException extends RuntimeException {

    public JobItemFailedException(ShardingContext context, String what) {
        this(context, what, null);
    }

    public JobItemFailedException(ShardingContext context, String what, Throwable cause) {
        super("Job '" + context.getJobName() + "', item " + context.getShardingItem() + ": " + what, cause);
    }
}
