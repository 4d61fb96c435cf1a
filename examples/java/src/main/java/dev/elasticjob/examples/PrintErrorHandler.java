package dev.elasticjob.examples;

import dev.elasticjob.spi.JobErrorHandler;
import java.util.Properties;

/** {@code PRINT}: prints each failure as one line, which begins with the value of the property {@code print.prefix}. */
public final class PrintErrorHandler implements JobErrorHandler {

    private String prefix = "";

    @Override
    public void init(Properties props) {
        prefix = props.getProperty("print.prefix", "ALARM ");
        if (prefix.isBlank()) {
            throw new IllegalArgumentException(
                    "Property print.prefix '" + prefix + "': write something, or leave it out");
        }
    }

    @Override
    public void handleException(String jobName, Throwable cause) {
        System.out.println(prefix + jobName + ": " + cause.getMessage());
    }

    @Override
    public String getType() {
        return "PRINT";
    }
}
