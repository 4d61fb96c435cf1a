package dev.elasticjob.console.rest;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.console.audit.AuditDetails;
import dev.elasticjob.console.problem.ProblemException;
import dev.elasticjob.console.registry.Registries;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.console.security.Users;
import dev.elasticjob.lifecycle.api.JobConfigurationAPI;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.domain.ConfigurationText;
import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoints for the settings of jobs. An update names the version it is based on, so it cannot overwrite a concurrent change.
 */
@RestController
@RequestMapping(Access.API + "/registries/{registry}/jobs/{job}/configuration")
class ConfigurationController {

    private static final Pattern ETAG = Pattern.compile("\"(\\d{1,9})\"");

    /** Maximum number of findings in a response. Further findings are only counted. */
    private static final int MOST_FINDINGS = 100;

    private final Registries registries;

    ConfigurationController(Registries registries) {
        this.registries = registries;
    }

    /** An invalid, unknown or questionable setting. */
    record Finding(String setting, ConfigurationProblem.Severity severity, String message) {

        static Finding of(ConfigurationProblem problem) {
            return new Finding(problem.setting(), problem.severity(), problem.message());
        }

        static Finding ofSecret(String job, String property) {
            return new Finding(
                    "props." + property,
                    ConfigurationProblem.Severity.WRONG,
                    "Job '" + job + "': property '" + property
                            + "' looks like a secret, and every client that can read the"
                            + " registry would see it. Leave it out, and set it where the job is started.");
        }
    }

    /**
     * Result of a check.
     *
     * @param valid whether an update with these settings would be accepted
     * @param changes settings that would change
     */
    record CheckResult(boolean valid, List<Finding> findings, List<SettingChange> changes) {}

    record Text(String text) {}

    @GetMapping
    ResponseEntity<Map<String, Object>> get(@PathVariable String registry, @PathVariable String job) {
        return answer(configurations(registry).getJobConfiguration(job));
    }

    @PutMapping
    ResponseEntity<Map<String, Object>> replace(
            @PathVariable String registry,
            @PathVariable String job,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) String version,
            @RequestBody Map<String, Object> settings,
            HttpServletRequest request) {
        JobSettings all = JobSettings.ofJson(settings);
        all.requireAll();
        return update(registry, job, version, all, request);
    }

    @PatchMapping
    ResponseEntity<Map<String, Object>> change(
            @PathVariable String registry,
            @PathVariable String job,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) String version,
            @RequestBody Map<String, Object> settings,
            HttpServletRequest request) {
        return update(registry, job, version, JobSettings.ofJson(settings), request);
    }

    private ResponseEntity<Map<String, Object>> update(
            String registry, String job, String version, JobSettings settings, HttpServletRequest request) {
        int expected = version(version);
        JobConfigurationAPI configurations = configurations(registry);
        JobConfigurationPOJO configuration = configurations.getJobConfiguration(job);
        requireVersion(job, expected, configuration.getVersion());
        JobSettings before = JobSettings.of(configuration);
        Properties propsBefore = copy(configuration.getProps());
        settings.applyTo(configuration);
        VisibleText.require(JobSettings.of(configuration), before);
        ExecutedProperties.requireAllowed(
                job, propsBefore, configuration.getProps(), Users.require().role());
        JobSettings.of(configuration)
                .differencesTo(before)
                .forEach(each -> AuditDetails.add(request, each.setting(), each.before() + " -> " + each.after()));
        conditionally(() -> configurations.updateJobConfiguration(configuration));
        return answer(configurations.getJobConfiguration(job));
    }

    @PostMapping("/check")
    CheckResult check(
            @PathVariable String registry, @PathVariable String job, @RequestBody Map<String, Object> settings) {
        JobConfigurationPOJO configuration = configurations(registry).getJobConfiguration(job);
        JobSettings before = JobSettings.of(configuration);
        Properties propsBefore = copy(configuration.getProps());
        JobSettings.ofJson(settings).applyTo(configuration);
        List<Finding> findings = new ArrayList<>();
        configuration.toJobConfiguration().problems().forEach(each -> findings.add(Finding.of(each)));
        configuration.newSecrets(propsBefore).forEach(each -> findings.add(Finding.ofSecret(job, each)));
        return new CheckResult(
                findings.stream().noneMatch(each -> each.severity() == ConfigurationProblem.Severity.WRONG),
                limited(findings),
                JobSettings.of(configuration).differencesTo(before));
    }

    /** Returns the first findings, and one with the number of further findings. */
    static List<Finding> limited(List<Finding> findings) {
        if (findings.size() <= MOST_FINDINGS) {
            return findings;
        }
        List<Finding> result = new ArrayList<>(findings.subList(0, MOST_FINDINGS));
        result.add(new Finding(
                "",
                ConfigurationProblem.Severity.WRONG,
                "There are " + (findings.size() - MOST_FINDINGS) + " further findings"));
        return result;
    }

    @GetMapping("/text")
    ResponseEntity<Text> text(@PathVariable String registry, @PathVariable String job) {
        ConfigurationText text = configurations(registry).getConfigurationText(job);
        return ResponseEntity.ok().eTag(etag(text.version())).body(new Text(text.masked()));
    }

    @PutMapping("/text")
    ResponseEntity<Text> replaceText(
            @PathVariable String registry,
            @PathVariable String job,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) String version,
            @RequestBody Text body,
            HttpServletRequest request) {
        int expected = version(version);
        if (body.text() == null || body.text().contains("******")) {
            throw new IllegalArgumentException("The text is missing, or has masked secrets (******) in it; put them in"
                    + " as they are, or edit single settings");
        }
        JobConfigurationAPI configurations = configurations(registry);
        ConfigurationText before = configurations.getConfigurationText(job);
        requireVersion(job, expected, before.version());
        ConfigurationText text = new ConfigurationText(job, body.text(), expected);
        requireAllowed(job, before, text);
        AuditDetails.add(request, "text", text.masked());
        conditionally(() -> configurations.updateConfigurationText(text));
        return text(registry, job);
    }

    /** Applies the rules for single settings to the text. A text that cannot be parsed is rejected when it is written. */
    private static void requireAllowed(String job, ConfigurationText before, ConfigurationText after) {
        JobConfigurationPOJO old = before.settings().orElseGet(JobConfigurationPOJO::new);
        after.settings().ifPresent(settings -> {
            ExecutedProperties.requireAllowed(
                    job, old.getProps(), settings.getProps(), Users.require().role());
            VisibleText.require(JobSettings.of(settings), JobSettings.of(old));
        });
    }

    private static void conditionally(Runnable edit) {
        try {
            edit.run();
        } catch (OperationException failed) {
            throw failed.kind() == OperationException.Kind.CONFLICT
                    ? new ProblemException(HttpStatus.PRECONDITION_FAILED, "changed", failed.getMessage())
                    : failed;
        }
    }

    private static void requireVersion(String job, int expected, int now) {
        if (expected != now) {
            throw new ProblemException(
                    HttpStatus.PRECONDITION_FAILED,
                    "changed",
                    "Job '" + job + "': its settings are at version " + now + " by now, and your edit is of version "
                            + expected + ". Read them again, and decide again");
        }
    }

    private static int version(String etag) {
        if (etag == null) {
            throw new ProblemException(
                    HttpStatus.PRECONDITION_REQUIRED,
                    "version-needed",
                    "Say which version the edit is made from: send the ETag that GET answered with as If-Match");
        }
        Matcher matcher = ETAG.matcher(etag.trim());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("If-Match is '" + etag + "'; send the ETag that GET answered with");
        }
        return Integer.parseInt(matcher.group(1));
    }

    private static ResponseEntity<Map<String, Object>> answer(JobConfigurationPOJO configuration) {
        return ResponseEntity.ok()
                .eTag(etag(configuration.getVersion()))
                .body(JobSettings.of(configuration).json());
    }

    private static String etag(int version) {
        return "\"" + version + "\"";
    }

    private static Properties copy(Properties props) {
        Properties result = new Properties();
        props.stringPropertyNames().forEach(key -> result.setProperty(key, props.getProperty(key)));
        return result;
    }

    private JobConfigurationAPI configurations(String registry) {
        return registries.operations(registry).jobConfiguration();
    }
}
