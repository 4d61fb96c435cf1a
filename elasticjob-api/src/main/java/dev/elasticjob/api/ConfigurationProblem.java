package dev.elasticjob.api;

/**
 * Problem with a setting of a job.
 *
 * @param setting name of the setting
 * @param value value of the setting
 * @param reason what is wrong
 * @param remedy how to fix it
 */
public record ConfigurationProblem(
        Severity severity, String jobName, String setting, String value, String reason, String remedy) {

    /** Severity of a problem. */
    public enum Severity {
        /** A job cannot run with this setting. */
        WRONG,
        /** No extension of this type is on the class path of this process. It may exist where the job runs. */
        UNKNOWN_TYPE,
        /** Rejected when a configuration is built in code. A job with this setting in its registry runs, with a warning. */
        UNWISE,
        /** The setting has no effect. It is accepted everywhere, with a warning when the job starts. */
        NO_EFFECT
    }

    /** Returns whether a configuration with this problem is rejected when it is built in code. */
    public boolean isRejectedInCode() {
        return severity != Severity.NO_EFFECT;
    }

    /** Returns whether a job with this problem in its registry runs. */
    public boolean isToleratedInRegistry() {
        return severity == Severity.UNWISE || severity == Severity.NO_EFFECT;
    }

    /** Returns the setting, the value, the reason and the remedy in one sentence. */
    public String message() {
        return "Job '" + jobName + "': " + setting + " is '" + value + "': " + reason + ". " + remedy + ".";
    }
}
