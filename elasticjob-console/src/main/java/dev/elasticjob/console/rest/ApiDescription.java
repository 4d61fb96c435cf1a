package dev.elasticjob.console.rest;

import dev.elasticjob.api.JobSetting;
import dev.elasticjob.console.security.Access;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves the OpenAPI description. A test compares it with one that is generated from the controllers. The settings of jobs are
 * described as the table of settings lists them.
 */
@RestController
class ApiDescription {

    private final Resource description;

    ApiDescription(JsonMapper mapper) throws IOException {
        try (InputStream in = new ClassPathResource("openapi.json").getInputStream()) {
            ObjectNode root = (ObjectNode) mapper.readTree(in);
            ObjectNode properties = ((ObjectNode) root.at("/components/schemas/JobSettings")).putObject("properties");
            JobSetting.all().stream()
                    .sorted(Comparator.comparing(JobSetting::name))
                    .forEach(setting -> describe(setting, properties.putObject(setting.name())));
            description = new ByteArrayResource(
                    mapper.writerWithDefaultPrettyPrinter().writeValueAsBytes(root));
        }
    }

    private static void describe(JobSetting<?> setting, ObjectNode property) {
        property.put("description", setting.description());
        switch (setting.kind()) {
            case SWITCH -> property.put("type", "boolean");
            case NUMBER -> property.put("type", "integer").put("format", "int32");
            case LIST -> property.put("type", "array").putObject("items").put("type", "string");
            case PROPERTIES ->
                property.put("type", "object").putObject("additionalProperties").put("type", "string");
            case TEXT -> property.put("type", "string");
            case CHOICE ->
                setting.choices().forEach(property.put("type", "string").putArray("enum")::add);
        }
    }

    @GetMapping(path = Access.API + "/openapi", produces = MediaType.APPLICATION_JSON_VALUE)
    Resource json() {
        return description;
    }

    /** Returns the same text: JSON is valid YAML. */
    @GetMapping(path = Access.API + "/openapi.yaml", produces = MediaType.APPLICATION_YAML_VALUE)
    Resource yaml() {
        return description;
    }
}
