package dev.elasticjob.cron;

/**
 * Thrown for an invalid cron expression. The message contains the field, the invalid characters and their position, the reason, and the
 * permitted values.
 */
public final class CronSyntaxException extends IllegalArgumentException {

    private final String expression;

    private final int position;

    CronSyntaxException(String expression, int position, String problem) {
        super("Invalid cron expression '" + expression + "', at position " + position + ": " + problem);
        this.expression = expression;
        this.position = position;
    }

    /** Returns the invalid expression. */
    public String expression() {
        return expression;
    }

    /**
     * Returns the position of the error: an index into {@link #expression()} starting at 0, or its length if something is missing at the
     * end.
     */
    public int position() {
        return position;
    }
}
