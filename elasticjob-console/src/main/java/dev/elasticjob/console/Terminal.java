package dev.elasticjob.console;

import dev.elasticjob.console.security.Passwords;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Output for the operator who starts the console. It is not logged. */
final class Terminal {

    private Terminal() {}

    /** Reads a password from the terminal or the standard input, and prints its hash. */
    static int hashPassword() {
        try {
            System.out.println(Passwords.hash(readPassword()));
            return 0;
        } catch (IllegalArgumentException | IOException refused) {
            System.err.println(refused.getMessage());
            return 1;
        }
    }

    private static String readPassword() throws IOException {
        Console console = System.console();
        if (console != null) {
            return new String(console.readPassword("Password: "));
        }
        String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        if (line == null) {
            throw new IOException("There is no password on the standard input; write it there, in a line");
        }
        return line;
    }

    static void printFirstPassword(String name, String password) {
        System.out.println();
        System.out.println("There was no account, so one was made. It is shown this once:");
        System.out.println("    name      " + name);
        System.out.println("    password  " + password);
        System.out.println();
    }
}
