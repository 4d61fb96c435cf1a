package dev.elasticjob.type;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ConfigurationProblem.Severity;
import dev.elasticjob.api.JobConfigurationException;
import java.util.List;

/** Reports problems of settings that only the executor of a job interprets. */
public final class WrongSetting {

    private static final int LONGEST_VALUE = 200;

    private WrongSetting() {}

    /**
     * Returns the exception for a setting.
     *
     * @param value value for display; the caller must mask secrets
     */
    public static JobConfigurationException of(
            String jobName, String setting, String value, String reason, String remedy) {
        return of(Severity.WRONG, jobName, setting, value, reason, remedy);
    }

    /** Returns the problem that an action reports while reading the settings, if any. */
    public static List<ConfigurationProblem> foundBy(Runnable reading) {
        try {
            reading.run();
            return List.of();
        } catch (JobConfigurationException wrong) {
            return wrong.problems();
        }
    }

    static JobConfigurationException of(
            Severity severity, String jobName, String setting, String value, String reason, String remedy) {
        String shown = VisibleText.beginning(value, LONGEST_VALUE);
        return new JobConfigurationException(
                List.of(new ConfigurationProblem(severity, jobName, setting, shown, reason, remedy)));
    }
}
