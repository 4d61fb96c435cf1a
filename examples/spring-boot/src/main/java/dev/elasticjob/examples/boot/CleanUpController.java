package dev.elasticjob.examples.boot;

import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handles {@code curl -X POST localhost:8080/clean-up} and responds when every item has ended. */
@RestController
class CleanUpController {

    private final OneOffJobBootstrap cleanUp;

    CleanUpController(@Qualifier("clean-upOneOffJobBootstrap") OneOffJobBootstrap cleanUp) {
        this.cleanUp = cleanUp;
    }

    @PostMapping("/clean-up")
    CompletableFuture<Map<String, Boolean>> cleanUp() {
        return cleanUp.execute().thenApply(result -> Map.of("success", result.isSuccess()));
    }
}
