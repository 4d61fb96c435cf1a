package dev.elasticjob.architecture;

import dev.elasticjob.architecture.Document.Snippet;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;

/** Verifies that the snippets of a page can be used unchanged, and returns descriptions of the problems. */
final class SnippetCheck {

    /** Permitted languages of a fence. No language means output, a diagram, or an excerpt of a log. */
    static final Set<String> LANGUAGES = Set.of("java", "yaml", "xml", "sh", "properties", "text", "");

    private static final Pattern TYPE_NAME = Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");
    private static final Pattern OUR_COMMAND = Pattern.compile("(?m)(?:^|[|;&] *|\\$ )(\\./[\\w./-]+|tools/[\\w-]+)");
    private static final Pattern OUR_CLASS = Pattern.compile("\\bdev\\.elasticjob\\.[a-z.]+\\.[A-Z]\\w+");
    private static final Pattern PROPERTY = Pattern.compile("[\\w.\\[\\]<>-]+=.*");

    private final Path root;
    private final Path directory;

    /** @param directory output directory of the compiler */
    SnippetCheck(Path root, Path directory) {
        this.root = root;
        this.directory = directory;
    }

    List<String> problemsOf(Document document) {
        List<String> problems = new ArrayList<>();
        for (Snippet each : document.snippets()) {
            if (!LANGUAGES.contains(each.language())) {
                problems.add(each.place() + ": no check exists for '" + each.language() + "'; it may be one of "
                        + LANGUAGES);
            }
        }
        String compiler = compile(document.snippets("java"));
        if (!compiler.isEmpty()) {
            problems.add(document.file().getFileName() + ": " + compiler);
        }
        document.snippets("yaml").forEach(each -> parseYaml(each, problems));
        document.snippets("xml").forEach(each -> validate(each, problems));
        document.snippets("sh").forEach(each -> checkCommands(each, problems));
        document.snippets("properties").forEach(each -> checkProperties(each, problems));
        return problems;
    }

    /** Compiles all Java snippets of a page together and returns the compiler output. */
    private String compile(List<Snippet> snippets) {
        if (snippets.isEmpty()) {
            return "";
        }
        Path classes = classesOf(snippets.get(0).file());
        List<Path> files = new ArrayList<>();
        StringWriter said = new StringWriter();
        try {
            Files.createDirectories(classes);
            for (Snippet each : snippets) {
                Matcher type = TYPE_NAME.matcher(each.text());
                if (!type.find()) {
                    return each.place() + " declares no type; show a whole one, with its imports";
                }
                // Pads the source, so that line numbers of the compiler match those of the page.
                String lines = "\n".repeat(each.line() - 1);
                files.add(Files.writeString(classes.resolve(type.group(1) + ".java"), lines + each.text()));
            }
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
                List<String> options = List.of(
                        "-d",
                        classes.toString(),
                        "-proc:none",
                        "-Xlint:all,-serial",
                        "-classpath",
                        System.getProperty("java.class.path"));
                compiler.getTask(said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                        .call();
            }
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        return said.toString();
    }

    private Path classesOf(Path page) {
        return directory.resolve(page.getFileName() + ".classes");
    }

    /** Runs the JUnit tests of a page, whose snippets must have been compiled before. */
    int runTestsOf(Document document) throws Exception {
        int ran = 0;
        try (URLClassLoader loader = new URLClassLoader(
                        new URL[] {classesOf(document.file()).toUri().toURL()});
                Stream<Path> files = Files.list(classesOf(document.file()))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith("Test.class")).toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                for (Method method : loader.loadClass(name).getDeclaredMethods()) {
                    if (method.isAnnotationPresent(Test.class)) {
                        runTest(method);
                        ran++;
                    }
                }
            }
        }
        return ran;
    }

    private static void runTest(Method method) throws Exception {
        Constructor<?> constructor = method.getDeclaringClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        Object test = constructor.newInstance();
        try {
            method.setAccessible(true);
            method.invoke(test);
        } finally {
            for (Field field : method.getDeclaringClass().getDeclaredFields()) {
                field.setAccessible(true);
                if (field.get(test) instanceof AfterEachCallback extension) {
                    extension.afterEach(null);
                }
            }
        }
    }

    private static void parseYaml(Snippet snippet, List<String> problems) {
        try {
            new Yaml().loadAll(snippet.text()).forEach(each -> {});
        } catch (YAMLException wrong) {
            problems.add(snippet.place() + ": " + wrong.getMessage());
        }
    }

    /** Validates Spring configuration against the schemas, and other XML, such as excerpts of a pom, for well-formedness. */
    private static void validate(Snippet snippet, List<String> problems) {
        boolean spring = snippet.text().contains("<beans ");
        try {
            SchemaFactory schemas = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
            // Imported schemas are loaded from the class path as well, never from the network.
            schemas.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file,jar:file");
            if (spring) {
                schemas.newSchema(new Source[] {
                            source("org/springframework/beans/factory/xml/spring-beans.xsd"),
                            source("META-INF/elasticjob/elasticjob.xsd")
                        })
                        .newValidator()
                        .validate(new StreamSource(new StringReader(snippet.text())));
            } else {
                DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
                parser.setErrorHandler(new DefaultHandler());
                parser.parse(new InputSource(new StringReader("<all>" + snippet.text() + "</all>")));
            }
        } catch (SAXException | IOException | ParserConfigurationException wrong) {
            problems.add(snippet.place() + ": " + wrong.getMessage());
        }
    }

    private static Source source(String resource) {
        return new StreamSource(
                SnippetCheck.class.getClassLoader().getResource(resource).toExternalForm());
    }

    /** Verifies the shell syntax, and that commands and classes of this project exist. */
    private void checkCommands(Snippet snippet, List<String> problems) {
        String commands = snippet.text().replaceAll("(?m)^\\$ ", "").replace("…", "...");
        String complaint = shell(commands);
        if (!complaint.isEmpty()) {
            problems.add(snippet.place() + ": " + complaint);
        }
        Matcher command = OUR_COMMAND.matcher(snippet.text());
        while (command.find()) {
            if (!Files.isExecutable(root.resolve(command.group(1)))) {
                problems.add(snippet.place() + ": there is no command " + command.group(1));
            }
        }
        Matcher type = OUR_CLASS.matcher(snippet.text());
        while (type.find()) {
            String name = type.group().replace('.', '/') + ".class";
            if (SnippetCheck.class.getClassLoader().getResource(name) == null) {
                problems.add(snippet.place() + ": there is no class " + type.group());
            }
        }
    }

    private static String shell(String commands) {
        try {
            Process shell =
                    new ProcessBuilder("bash", "-n").redirectErrorStream(true).start();
            shell.getOutputStream().write(commands.getBytes(StandardCharsets.UTF_8));
            shell.getOutputStream().close();
            String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return shell.waitFor() == 0 ? "" : said.strip();
        } catch (IOException noShell) {
            throw new UncheckedIOException(noShell);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private static void checkProperties(Snippet snippet, List<String> problems) {
        snippet.text()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .filter(line -> !PROPERTY.matcher(line).matches())
                .forEach(line -> problems.add(snippet.place() + ": no property: " + line));
    }
}
