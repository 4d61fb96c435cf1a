package dev.elasticjob.migration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the methods with {@code @XxlJob} and creates, for each of them, a class that implements SimpleJob and calls the
 * method.
 */
final class XxlHandlers {

    private static final Pattern HANDLER = Pattern.compile(
            "@XxlJob\\s*\\(\\s*(?:value\\s*=\\s*)?\"([^\"]+)\"[^)]*\\)(?:\\s*@\\w+(?:\\([^)]*\\))?)*\\s*(?:public\\s+)?([\\w<>]+)"
                    + "\\s+(\\w+)\\s*\\(([^)]*)\\)");

    private static final Pattern CLASS = Pattern.compile("\\bclass\\s+(\\w+)");
    private static final Pattern HELPER = Pattern.compile("\\bXxlJobHelper\\s*\\.\\s*(\\w+)");

    private static final Map<String, String> REPLACEMENTS = Map.of(
            "getJobParam", "ShardingContext.getJobParameter()",
            "getShardIndex", "ShardingContext.getShardingItem()",
            "getShardTotal", "ShardingContext.getShardingTotalCount()",
            "getJobId", "ShardingContext.getJobName()",
            "log", "a logger of your own",
            "handleSuccess", "a normal return",
            "handleFail", "an exception",
            "handleTimeout", "an exception");

    private final Map<String, String> classes = new TreeMap<>();
    private final Map<Path, String> files = new LinkedHashMap<>();
    private final List<String> steps = new ArrayList<>();

    private XxlHandlers() {}

    static XxlHandlers in(Path root) throws IOException {
        XxlHandlers result = new XxlHandlers();
        List<Path> sources;
        try (Stream<Path> all = Files.walk(root)) {
            sources = all.filter(each -> each.toString().endsWith(".java"))
                    .filter(each -> !root.relativize(each).toString().matches("(?:.*/)?(?:target|build|out)/.*"))
                    .sorted()
                    .toList();
        }
        for (Path each : sources) {
            result.read(root, each);
        }
        return result;
    }

    /** Returns the class for each handler. */
    Map<String, String> classes() {
        return classes;
    }

    /** Returns the files of the classes, with their content. */
    Map<Path, String> files() {
        return files;
    }

    List<String> steps() {
        return steps;
    }

    private void read(Path root, Path file) throws IOException {
        String text = Comments.masked("A.java", Files.readString(file, StandardCharsets.ISO_8859_1));
        Matcher handler = HANDLER.matcher(text);
        Matcher type = CLASS.matcher(text);
        if (!handler.find() || !type.find()) {
            return;
        }
        String inPackage = ClassNames.declaredPackage(text).orElse("");
        handler.reset();
        while (handler.find()) {
            String place = root.relativize(file) + ":" + line(text, handler.start());
            if (!handler.group(4).isBlank()) {
                steps.add(place + ": the handler '" + handler.group(1)
                        + "' has parameters: implement SimpleJob in place of it,"
                        + " and read ShardingContext.getJobParameter()");
                continue;
            }
            String name = simpleName(handler.group(1));
            Path target = file.resolveSibling(name + ".java");
            if (!Files.exists(target)) {
                files.put(target, source(inPackage, name, type.group(1), handler.group(3), handler.group(1)));
            }
            classes.put(handler.group(1), inPackage.isEmpty() ? name : inPackage + "." + name);
            if (!handler.group(2).equals("void")) {
                steps.add(place + ": the handler '" + handler.group(1) + "' returns " + handler.group(2)
                        + ", which is ignored: throw an exception where the run failed");
            }
        }
        HELPER.matcher(text)
                .results()
                .forEach(found -> steps.add(root.relativize(file) + ":" + line(text, found.start())
                        + ": XxlJobHelper." + found.group(1) + " has no effect outside of XXL-JOB: use "
                        + REPLACEMENTS.getOrDefault(found.group(1), "the ShardingContext that the job receives")));
    }

    private static int line(String text, int offset) {
        return 1
                + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }

    private static String simpleName(String handler) {
        StringBuilder result = new StringBuilder();
        for (String part : handler.split("[^A-Za-z0-9]+")) {
            if (!part.isEmpty()) {
                result.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
            }
        }
        String name = result.toString();
        return (name.isEmpty() || Character.isDigit(name.charAt(0)) ? "Handler" + name : name)
                + (name.endsWith("Job") ? "" : "Job");
    }

    private static String source(String inPackage, String name, String owner, String method, String handler) {
        return (inPackage.isEmpty() ? "" : "package " + inPackage + ";\n\n")
                + "import dev.elasticjob.api.ShardingContext;\n"
                + "import dev.elasticjob.api.SimpleJob;\n"
                + "import org.springframework.stereotype.Component;\n\n"
                + "/** Runs what was the handler " + handler + " of XXL-JOB. */\n"
                + "@Component\n"
                + "public class " + name + " implements SimpleJob {\n\n"
                + "    private final " + owner + " handlers;\n\n"
                + "    public " + name + "(" + owner + " handlers) {\n"
                + "        this.handlers = handlers;\n"
                + "    }\n\n"
                + "    @Override\n"
                + "    public void execute(ShardingContext shardingContext) throws Exception {\n"
                + "        handlers." + method + "();\n"
                + "    }\n"
                + "}\n";
    }
}
