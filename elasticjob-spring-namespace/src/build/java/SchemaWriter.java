import dev.elasticjob.api.JobSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes the schema of the XML elements: a template in which a comment stands for the attributes of the settings of a job. The build
 * runs it in source-file mode.
 */
final class SchemaWriter {

    private static final String PLACE = "            <!-- settings of a job -->\n";

    private SchemaWriter() {}

    /** Expects the template and the file to write. */
    public static void main(String[] arguments) throws IOException {
        String template = Files.readString(Path.of(arguments[0]));
        if (template.indexOf(PLACE) < 0) {
            throw new IllegalStateException(arguments[0] + " has no line '" + PLACE.strip() + "'");
        }
        StringBuilder attributes = new StringBuilder();
        for (JobSetting<?> setting : JobSetting.all()) {
            // Properties are an element.
            if (setting != JobSetting.PROPS) {
                attributes.append(attribute(setting));
            }
        }
        Path file = Path.of(arguments[1]);
        Files.createDirectories(file.getParent());
        Files.writeString(file, template.replace(PLACE, attributes));
    }

    private static <T> String attribute(JobSetting<T> setting) {
        String name = setting.name().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        String initial = setting.format(setting.defaultValue());
        boolean hasDefault = !setting.isRequired() && !initial.isEmpty();
        return """
                            <xsd:attribute name="%s" type="xsd:string"%s>
                                <xsd:annotation>
                                    <xsd:documentation>%s%s</xsd:documentation>
                                </xsd:annotation>
                            </xsd:attribute>
                """.formatted(
                        name,
                        setting.isRequired() ? " use=\"required\"" : "",
                        setting.description(),
                        hasDefault ? " Default: " + initial + "." : "");
    }
}
