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

    private static final Pattern HANDLER =
            Pattern.compile("@XxlJob\\s*\\(\\s*(?:value\\s*=\\s*)?(\"[^\"]+\"|[\\w.]+)[^)]*\\)"
                    + "(?:\\s*@\\w+(?:\\([^)]*\\))?)*\\s*((?:(?:public|protected|private|static|final|synchronized)\\s+)*)([\\w.<>?, ]+?)"
                    + "\\s+(\\w+)\\s*\\(([^)]*)\\)");

    /** Handlers of versions before 2.2, and in other languages. */
    private static final Pattern OTHER_HANDLER = Pattern.compile(
            "@JobHandler\\b|\\bextends\\s+IJobHandler\\b|\\bXxlJobExecutor\\s*\\.\\s*registJobHandler\\b");

    private static final Pattern CLASS = Pattern.compile("\\b(?:class|record|enum)\\s+(\\w+)");
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
            sources = all.filter(each -> each.toString().matches(".*\\.(?:java|kt|groovy)"))
                    .filter(each -> isInSources(root.relativize(each).getParent()))
                    .sorted()
                    .toList();
        }
        for (Path each : sources) {
            result.read(root, each);
        }
        return result;
    }

    private static boolean isInSources(Path directory) {
        return directory == null || Migration.isEntered(directory);
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
        OTHER_HANDLER
                .matcher(text)
                .results()
                .forEach(found -> steps.add(place(root, file, text, found.start())
                        + ": this handler of XXL-JOB is not converted: implement SimpleJob, and set elastic-job-class of the"
                        + " job"));
        Matcher handler = HANDLER.matcher(text);
        while (handler.find()) {
            String place = place(root, file, text, handler.start());
            String reason = reasonNotToConvert(file, handler);
            if (reason.isEmpty()) {
                convert(file, text, handler, place);
            } else {
                steps.add(place + ": the handler " + handler.group(1).replace('"', '\'') + " " + reason
                        + ": implement SimpleJob in place of it, and set elastic-job-class of the job");
            }
        }
        HELPER.matcher(text)
                .results()
                .forEach(found -> steps.add(place(root, file, text, found.start())
                        + ": XxlJobHelper." + found.group(1) + " has no effect outside of XXL-JOB: use "
                        + REPLACEMENTS.getOrDefault(found.group(1), "the ShardingContext that the job receives")));
    }

    private static String reasonNotToConvert(Path file, Matcher handler) {
        if (!file.toString().endsWith(".java")) {
            return "is not in Java";
        }
        if (!handler.group(1).startsWith("\"")) {
            return "has a constant as its name";
        }
        if (!handler.group(5).isBlank()) {
            return "has parameters; read ShardingContext.getJobParameter()";
        }
        return handler.group(2).contains("private") ? "is private" : "";
    }

    private void convert(Path file, String text, Matcher handler, String place) {
        String inPackage = ClassNames.declaredPackage(text).orElse("");
        String handlerName = handler.group(1).replace("\"", "");
        String name = simpleName(handlerName);
        Path target = file.resolveSibling(name + ".java");
        if (!Files.exists(target)) {
            files.put(target, source(inPackage, name, owner(text, handler.start()), handler.group(4), handlerName));
        }
        classes.put(handlerName, inPackage.isEmpty() ? name : inPackage + "." + name);
        if (!handler.group(3).equals("void")) {
            steps.add(place + ": the handler '" + handlerName + "' returns " + handler.group(3)
                    + ", which is ignored: throw an exception where the run failed");
        }
    }

    /** Returns the class that contains the offset, with the classes around it. */
    private static String owner(String text, int offset) {
        List<String> names = new ArrayList<>();
        Matcher type = CLASS.matcher(text);
        while (type.find() && type.start() < offset) {
            int body = text.indexOf('{', type.end());
            int depth = 0;
            for (int i = body; i >= 0 && i < offset; i++) {
                depth += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
                if (depth == 0) {
                    break;
                }
            }
            if (depth > 0) {
                names.add(type.group(1));
            }
        }
        return String.join(".", names);
    }

    private static String place(Path root, Path file, String text, int offset) {
        return root.relativize(file) + ":" + line(text, offset);
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
