package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.RunningConsole;
import dev.elasticjob.console.security.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The description of the API is part of the sources, so that what generates it is not part of the console. */
class ApiDescriptionTest {

    private static final Path GENERATED = Path.of("target", "openapi.json");

    @Test
    void the_description_of_the_api_is_the_one_that_the_controllers_have() throws Exception {
        try (RunningConsole console = new RunningConsole(
                "--springdoc.api-docs.enabled=true",
                // An address that may be read without being part of the API.
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
