package dev.elasticjob.examples.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.JarFile;

/** Starts the console as {@code java -jar} does, and ends it together with the demo. */
public final class ConsoleMain {

    private ConsoleMain() {}

    /** @param args the console's jar, which is also on the class path, followed by the console's arguments */
    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        ParentWatch.begin();
        String main;
        try (JarFile jar = new JarFile(Path.of(args[0]).toFile())) {
            main = jar.getManifest().getMainAttributes().getValue("Main-Class");
        }
        Class.forName(main).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(args, 1, args.length));
    }
}
