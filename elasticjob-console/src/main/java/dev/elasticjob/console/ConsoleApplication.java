package dev.elasticjob.console;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/**
 * Main class of the console. {@code java -jar elasticjob-console.jar} starts the console; {@code … hash-password} hashes a
 * password.
 */
@SpringBootApplication
@EnableConfigurationProperties(ConsoleSettings.class)
public class ConsoleApplication {

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals("hash-password")) {
            System.exit(Terminal.hashPassword());
        }
        SpringApplication.run(ConsoleApplication.class, args);
    }
}
