package dev.elasticjob.console.rest;

import dev.elasticjob.api.JobSetting;
import dev.elasticjob.console.security.Access;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MapSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Completes the OpenAPI description that springdoc generates from the controllers with the summaries and roles of
 * {@link Access}.
 */
@Configuration(proxyBeanMethods = false)
class GeneratedDescription {

    private static final String CONFIGURATION = Access.API + "/registries/{registry}/jobs/{job}/configuration";

    @Bean
    OpenApiCustomizer describeWithAccess() {
        return api -> {
            api.info(new Info()
                    .title("ElasticJob console")
                    .version("v1")
                    .description("Errors are problems as in RFC 9457. Edits need the ETag of what they change."
                            + " Programs send a token as Authorization: Bearer."));
            // Replaces the address of the console that generates the description.
            api.servers(List.of(new Server().url("/")));
            if (api.getComponents() == null) {
                api.components(new Components());
            }
            api.getComponents()
                    .addSecuritySchemes(
                            "token",
                            new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer"));
            describeSettings(api);
            api.addSecurityItem(new SecurityRequirement().addList("token"));
            for (Access.Rule rule : Access.rules()) {
                PathItem item = api.getPaths().get(rule.path());
                Operation operation = item == null
                        ? null
                        : item.readOperationsMap()
                                .get(PathItem.HttpMethod.valueOf(rule.method().name()));
                if (operation != null) {
                    operation.summary(rule.summary());
                    operation.description(rule.role()
                            .map(role -> "Needs the role " + role + ".")
                            .orElse("For anybody."));
                }
            }
        };
    }

    /** Describes the settings of jobs, which the controller handles as a map, as the table of settings lists them. */
    private static void describeSettings(OpenAPI api) {
        Schema<?> settings = new ObjectSchema();
        for (JobSetting<?> setting : JobSetting.all()) {
            Schema<?> property =
                    switch (setting.kind()) {
                        case SWITCH -> new BooleanSchema();
                        case NUMBER -> new IntegerSchema().format("int32");
                        case LIST -> new ArraySchema().items(new StringSchema());
                        case PROPERTIES -> new MapSchema().additionalProperties(new StringSchema());
                        case TEXT -> new StringSchema();
                        case CHOICE -> new StringSchema()._enum(setting.choices());
                    };
            settings.addProperty(setting.name(), property.description(setting.description()));
        }
        api.getComponents().addSchemas("JobSettings", settings);
        Schema<?> reference = new Schema<>().$ref("#/components/schemas/JobSettings");
        PathItem configuration = api.getPaths().get(CONFIGURATION);
        for (Operation operation : List.of(configuration.getGet(), configuration.getPut(), configuration.getPatch())) {
            operation.getResponses().get("200").getContent().values().forEach(each -> each.setSchema(reference));
        }
        for (Operation operation : List.of(
                configuration.getPut(),
                configuration.getPatch(),
                api.getPaths().get(CONFIGURATION + "/check").getPost())) {
            operation.getRequestBody().getContent().values().forEach(each -> each.setSchema(reference));
        }
    }
}
