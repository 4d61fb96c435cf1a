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
        /** A job that has it in its registry runs all the same, with a warning. */
        UNWISE
    }

    /** All of it in one sentence. */
    public String message() {
        return "Job '" + jobName + "': " + setting + " is '" + value + "': " + reason + ". " + remedy + ".";
    }
}
