package dev.elasticjob.lite2x;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the public and protected signatures of 2.1.5, except its internals, with the adapter; exceptions are on a list with their
 * reasons.
 */
public abstract class SignaturesContract {

    private static final Path OMISSIONS = Path.of("src/test/resources/omissions.txt");

    private final int least;
    private final List<String> artifacts;

    /**
     * Creates the test.
     *
     * @param least minimum number of compared signatures
     */
    protected SignaturesContract(int least, String... artifacts) {
        this.least = least;
        this.artifacts = List.of(artifacts);
    }

    @Test
    void every_signature_of_2x_is_offered_or_its_omission_has_a_reason() throws Exception {
        Map<String, String> omissions = omissions();
        Set<String> used = new HashSet<>();
        List<String> missing = new ArrayList<>();
        int compared = 0;
        try (URLClassLoader original = Artifacts2x.classLoader()) {
            for (String name : classNames()) {
                Class<?> theirs = Class.forName(name, false, original);
                if (!isVisible(theirs)) {
                    continue;
                }
                for (String signature : signatures(theirs)) {
                    compared++;
                    if (!offered(name).contains(signature)) {
                        omissions.keySet().stream()
                                .filter(signature::startsWith)
                                .findFirst()
                                .ifPresentOrElse(used::add, () -> missing.add(signature));
                    }
                }
            }
        }

        assertThat(compared).isGreaterThan(least);
        assertThat(missing).isEmpty();
        assertThat(used).as("entries of the list that are needed").isEqualTo(omissions.keySet());
        assertThat(omissions.values()).allSatisfy(reason -> assertThat(reason).hasSizeGreaterThan(20));
    }

    /** Otherwise applications that implement the interface would not compile. */
    @Test
    void no_interface_of_the_adapter_demands_more_than_that_of_2x() throws Exception {
        try (URLClassLoader original = Artifacts2x.classLoader()) {
            for (String name : classNames()) {
                Class<?> theirs = Class.forName(name, false, original);
                if (isVisible(theirs) && theirs.isInterface() && exists(name)) {
                    assertThat(abstractMethods(Class.forName(name))).as(name).isEqualTo(abstractMethods(theirs));
                }
            }
        }
    }

    private static Set<String> abstractMethods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(each -> Modifier.isAbstract(each.getModifiers()))
                .map(SignaturesContract::parameters)
                .collect(Collectors.toSet());
    }

    private static Map<String, String> omissions() throws IOException {
        Map<String, String> result = new LinkedHashMap<>();
        for (String line : Files.readAllLines(OMISSIONS)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split(" \\| ", 2);
                result.put(parts[0].strip(), parts[1].strip());
            }
        }
        return result;
    }

    private Set<String> classNames() throws IOException {
        Set<String> result = new TreeSet<>();
        for (String artifact : artifacts) {
            try (JarFile jar = new JarFile(Artifacts2x.jar(artifact).toFile())) {
                jar.stream()
                        .map(each -> each.getName())
                        .filter(each -> each.endsWith(".class") && !each.contains("/internal/"))
                        .map(each -> each.substring(0, each.length() - ".class".length())
                                .replace('/', '.'))
                        .forEach(result::add);
            }
        }
        return result;
    }

    private boolean exists(String name) {
        try {
            Class.forName(name, false, getClass().getClassLoader());
            return true;
        } catch (ClassNotFoundException missing) {
            return false;
        }
    }

    private Set<String> offered(String name) throws ClassNotFoundException {
        return exists(name) ? signatures(Class.forName(name, false, getClass().getClassLoader())) : Set.of();
    }

    /** Returns the type itself, its supertypes, and its members, each as a line that starts with the name of the type. */
    private static Set<String> signatures(Class<?> type) {
        Set<String> result = new TreeSet<>();
        result.add(type.getName() + " is " + kind(type));
        Stream.concat(Stream.ofNullable(type.getGenericSuperclass()), Arrays.stream(type.getGenericInterfaces()))
                .map(Type::getTypeName)
                .forEach(each -> result.add(type.getName() + " extends " + each));
        members(type).forEach(each -> result.add(type.getName() + "." + each));
        return result;
    }

    private static String kind(Class<?> type) {
        int modifiers =
                type.getModifiers() & (Modifier.ABSTRACT | Modifier.FINAL | Modifier.INTERFACE | Modifier.STATIC);
        return (Modifier.isPublic(type.getModifiers()) ? "public " : "protected ") + Modifier.toString(modifiers);
    }

    private static Stream<String> members(Class<?> type) {
        Stream<String> fields = Arrays.stream(type.getDeclaredFields())
                .filter(each -> isVisible(each, each.isSynthetic()))
                .map(each -> each.getName() + ": " + modifiers(each) + " "
                        + each.getGenericType().getTypeName() + constant(each));
        Stream<String> constructors = Arrays.stream(type.getDeclaredConstructors())
                .filter(each -> isVisible(each, each.isSynthetic()))
                .map(each -> "new" + parameters(each) + ": " + modifiers(each) + thrown(each));
        Stream<String> methods = Arrays.stream(type.getDeclaredMethods())
                .filter(each -> isVisible(each, each.isSynthetic() || each.isBridge()))
                .map(each -> parameters(each) + ": " + modifiers(each) + " "
                        + each.getGenericReturnType().getTypeName() + thrown(each));
        return Stream.of(fields, constructors, methods).flatMap(each -> each);
    }

    private static String constant(Field field) {
        if (!Modifier.isStatic(field.getModifiers()) || field.getType() != String.class) {
            return "";
        }
        try {
            return " = " + field.get(null);
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(hidden);
        }
    }

    private static String parameters(Method method) {
        return method.getName() + parameters((Executable) method);
    }

    private static String parameters(Executable code) {
        return Arrays.stream(code.getGenericParameterTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String thrown(Executable code) {
        return Arrays.stream(code.getExceptionTypes())
                .filter(each -> !RuntimeException.class.isAssignableFrom(each))
                .map(each -> " throws " + each.getName())
                .sorted()
                .collect(Collectors.joining());
    }

    private static String modifiers(Member member) {
        int relevant = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL;
        // Irrelevant for members of a final class.
        int ignored = member instanceof Constructor
                        || Modifier.isFinal(member.getDeclaringClass().getModifiers())
                ? Modifier.FINAL
                : 0;
        return Modifier.toString(member.getModifiers() & relevant & ~ignored);
    }

    private static boolean isVisible(Member member, boolean synthetic) {
        return !synthetic && (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    private static boolean isVisible(AnnotatedElement element) {
        Class<?> type = (Class<?>) element;
        for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
            if ((each.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0) {
                return false;
            }
        }
        return !type.isAnonymousClass() && !type.isSynthetic();
    }
}
