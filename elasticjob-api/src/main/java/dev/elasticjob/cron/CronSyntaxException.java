package dev.elasticjob.cron;

/**
 * A text that is not a cron expression. The message names the field, the characters and their position, what is wrong
 * with them and what may stand there.
 */
public final class CronSyntaxException extends IllegalArgumentException {

    private final String expression;

    private final int position;

    CronSyntaxException(String expression, int position, String problem) {
        super("Invalid cron expression '" + expression + "', at position " + position + ": " + problem);
        this.expression = expression;
        this.position = position;
    }

    /** The text as it was given. */
    public String expression() {
        return expression;
    }

    /**
     * Where the problem is: an index into {@link #expression()} counted from 0, or its length when something is missing
     * at the end.
     */
    public int position() {
        return position;
    }
}
