package dev.elasticjob.console.rest;

import dev.elasticjob.api.JobSetting;
import dev.elasticjob.console.security.Access;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Describes the settings of jobs, from which forms are made. */
@RestController
@RequestMapping(Access.API + "/settings")
class SettingsController {

    /**
     * Description of a setting.
     *
     * @param choices possible values of a setting of kind CHOICE; empty for others
     * @param description meaning, in English
     */
    record SettingDescription(
            String name, JobSetting.Kind kind, JobSetting.Topic topic, List<String> choices, String description) {

        static SettingDescription of(JobSetting<?> setting) {
            return new SettingDescription(
                    setting.name(), setting.kind(), setting.topic(), setting.choices(), setting.description());
        }
    }

    @GetMapping
    List<SettingDescription> all() {
        return JobSetting.all().stream().map(SettingDescription::of).toList();
    }
}
