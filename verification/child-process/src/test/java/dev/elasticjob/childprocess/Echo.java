package dev.elasticjob.childprocess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Program that answers each line of its input, and exits with the number of lines at the end of its input. */
final class Echo {

    private Echo() {}

    public static void main(String[] arguments) throws IOException {
        System.err.println("warning");
        System.out.println("ready " + String.join(",", arguments));
        int count = 0;
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println("heard " + line);
            count++;
        }
        System.exit(count);
    }
}
