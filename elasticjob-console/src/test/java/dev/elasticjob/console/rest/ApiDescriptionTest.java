package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.RunningConsole;
import dev.elasticjob.console.security.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verifies the description of the API, which is part of the sources so that the console does not contain its generator. */
class ApiDescriptionTest {

    private static final Path GENERATED = Path.of("target", "openapi.json");

    @Test
    void the_description_of_the_api_is_the_one_that_the_controllers_have() throws Exception {
        try (RunningConsole console = new RunningConsole(
                "--springdoc.api-docs.enabled=true",
                // A path with public access that is not part of the API.
                "--springdoc.api-docs.path=/assets/openapi",
                "--springdoc.show-actuator=false",
                "--springdoc.writer-with-order-by-keys=true")) {
            JsonNode generated = console.as(Role.GUEST).get("/assets/openapi").json();
            Files.writeString(
                    GENERATED,
                    JsonMapper.builder()
                                    .build()
                                    .writerWithDefaultPrettyPrinter()
                                    .writeValueAsString(generated)
                            + "\n");

            assertThat(console.as(Role.GUEST).get("/api/v1/openapi").json())
                    .as("src/main/resources/openapi.json; copy " + GENERATED + " there after a change of the API")
                    .isEqualTo(generated);
            assertThat(console.as(Role.GUEST)
                            .get("/api/v1/openapi.yaml")
                            .header("Content-Type")
                            .orElseThrow())
                    .contains("yaml");
        }
    }
}
