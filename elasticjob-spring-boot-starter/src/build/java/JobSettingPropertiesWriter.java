import dev.elasticjob.api.JobSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes the superclass of {@code JobProperties}, which has a property for each setting of a job, into the directory of generated
 * sources. Spring Boot binds JavaBeans, and its annotation processor takes descriptions from Javadoc, so that both need source code. The
 * build runs it in source-file mode.
 */
final class JobSettingPropertiesWriter {

    private static final String FILE = "dev/elasticjob/spring/boot/JobSettingProperties.java";

    private JobSettingPropertiesWriter() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]).resolve(FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, source());
    }

    private static String source() {
        StringBuilder fields = new StringBuilder();
        StringBuilder methods = new StringBuilder();
        StringBuilder applied = new StringBuilder();
        for (JobSetting<?> setting : JobSetting.all()) {
            // Properties are nested and flattened, see JobProperties.
            if (setting != JobSetting.PROPS) {
                fields.append(field(setting));
                methods.append(accessors(setting));
                applied.append(application(setting));
            }
        }
        return """
                package dev.elasticjob.spring.boot;

                import dev.elasticjob.api.JobConfiguration;
                import dev.elasticjob.api.JobSetting;

                /** Settings of a job, generated from the table of settings. */
                abstract class JobSettingProperties {

                %s%s    void applyTo(JobConfiguration.Builder builder) {
                %s    }
                }
                """.formatted(fields, methods, applied);
    }

    private static <T> String field(JobSetting<T> setting) {
        T value = setting.defaultValue();
        String initial =
                switch (setting.kind()) {
                    case SWITCH, NUMBER -> String.valueOf(value);
                    case LIST -> "new java.util.ArrayList<>()";
                    case CHOICE -> type(setting) + "." + value;
                    default -> "\"" + setting.format(value) + "\"";
                };
        return "    /** " + setting.description() + " */\n    private " + type(setting) + " " + setting.name()
                + (setting.isRequired() ? "" : " = " + initial) + ";\n\n";
    }

    private static String type(JobSetting<?> setting) {
        return switch (setting.kind()) {
            case SWITCH -> "boolean";
            case NUMBER -> setting.isRequired() ? "Integer" : "int";
            case LIST -> "java.util.List<String>";
            case CHOICE -> setting.defaultValue().getClass().getName();
            default -> "String";
        };
    }

    private static String accessors(JobSetting<?> setting) {
        String name = setting.name();
        String suffix = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        String getter = (setting.kind() == JobSetting.Kind.SWITCH ? "is" : "get") + suffix;
        return """
                public %1$s %2$s() {
                    return %3$s;
                }

                public void set%4$s(%1$s %3$s) {
                    this.%3$s = %3$s;
                }

            """.formatted(type(setting), getter, name, suffix)
                .lines()
                .map(JobSettingPropertiesWriter::line)
                .collect(Collectors.joining());
    }

    private static String line(String text) {
        return text.isEmpty() ? "\n" : text + "\n";
    }

    private static String application(JobSetting<?> setting) {
        String constant = setting.name().replaceAll("(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
        String method = setting.kind() == JobSetting.Kind.TEXT ? "setText" : "set";
        return "        builder." + method + "(JobSetting." + constant + ", " + setting.name() + ");\n";
    }
}
