package dev.elasticjob.api;

/**
 * Something wrong with a setting.
 *
 * @param setting the name of the setting
 * @param value its value
 * @param reason what is wrong
 * @param remedy what to do
 */
public record ConfigurationProblem(
        Severity severity, String jobName, String setting, String value, String reason, String remedy) {

    /** How bad it is. */
    public enum Severity {
        /** No job can run with it. */
        WRONG,
        /** No extension of that type can be seen from here; where the job runs it may be there. */
        UNKNOWN_TYPE,
        /** Rejected in code; a job that has it in its registry runs, with a warning. */
        UNWISE,
        /** The setting has no effect; accepted everywhere, with a warning when the job starts. */
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

    /** All of it in one sentence. */
    public String message() {
        return "Job '" + jobName + "': " + setting + " is '" + value + "': " + reason + ". " + remedy + ".";
    }
}
