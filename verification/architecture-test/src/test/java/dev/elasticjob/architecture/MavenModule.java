package dev.elasticjob.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** A module of the build, as declared in its pom. */
record MavenModule(String name, Path directory, List<String> modules, List<PomDependency> dependencies) {

    static MavenModule read(Path directory) {
        Element project = parse(directory.resolve("pom.xml")).getDocumentElement();
        List<String> modules = new ArrayList<>();
        List<PomDependency> dependencies = new ArrayList<>();
        collect(project, modules, dependencies);
        // Dependencies and modules of a profile count as well, because they apply when the profile is active.
        for (Element profiles : children(project, "profiles")) {
            children(profiles, "profile").forEach(profile -> collect(profile, modules, dependencies));
        }
        return new MavenModule(
                text(project, "artifactId").orElseThrow(), directory, List.copyOf(modules), List.copyOf(dependencies));
    }

    private static void collect(Element from, List<String> modules, List<PomDependency> dependencies) {
        for (Element list : children(from, "modules")) {
            children(list, "module")
                    .forEach(each -> modules.add(each.getTextContent().strip()));
        }
        for (Element list : children(from, "dependencies")) {
            children(list, "dependency")
                    .forEach(each -> dependencies.add(new PomDependency(
                            text(each, "groupId").orElse(""),
                            text(each, "artifactId").orElse(""),
                            text(each, "scope").orElse("compile"))));
        }
    }

    private static Document parse(Path pom) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return factory.newDocumentBuilder().parse(pom.toFile());
        } catch (ParserConfigurationException | SAXException malformed) {
            throw new IllegalStateException(pom + " cannot be read", malformed);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }

    private static Optional<String> text(Element parent, String name) {
        return children(parent, name).stream()
                .findFirst()
                .map(each -> each.getTextContent().strip());
    }

    Path sources() {
        return directory.resolve("src/main/java");
    }

    Path classes() {
        return directory.resolve("target/classes");
    }

    boolean hasCode() {
        return Files.isDirectory(sources());
    }
}
