package dev.elasticjob.type;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ConfigurationProblem.Severity;
import dev.elasticjob.api.JobConfigurationException;
import java.util.List;

/** Says what is wrong with a setting that only the executor of a job understands. */
public final class WrongSetting {

    private static final int LONGEST_VALUE = 200;

    private WrongSetting() {}

    /** @param value as it may be shown: secrets are the caller's business */
    public static JobConfigurationException of(
            String jobName, String setting, String value, String reason, String remedy) {
        return of(Severity.WRONG, jobName, setting, value, reason, remedy);
    }

    /** What reading the settings finds wrong, if it does. */
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
