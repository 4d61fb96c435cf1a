package dev.elasticjob.console.rest;

import dev.elasticjob.console.security.Access;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.info.Info;
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
}
