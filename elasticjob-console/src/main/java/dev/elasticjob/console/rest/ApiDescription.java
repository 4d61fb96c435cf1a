package dev.elasticjob.console.rest;

import dev.elasticjob.console.security.Access;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the OpenAPI description. A test compares it with one that is generated from the controllers. */
@RestController
class ApiDescription {

    private static final Resource DESCRIPTION = new ClassPathResource("openapi.json");

    @GetMapping(path = Access.API + "/openapi", produces = MediaType.APPLICATION_JSON_VALUE)
    Resource json() {
        return DESCRIPTION;
    }

    /** Returns the same text: JSON is valid YAML. */
    @GetMapping(path = Access.API + "/openapi.yaml", produces = MediaType.APPLICATION_YAML_VALUE)
    Resource yaml() {
        return DESCRIPTION;
    }
}
