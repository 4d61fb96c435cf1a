package dev.elasticjob.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.JavaTypeVariable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The API of a module as text: a line for each type, followed by an indented line for each member. Modifiers relevant to
 * callers or implementors come first in a line.
 *
 * @param types declaration and members by type name
 */
record ApiListing(Map<String, Type> types) {

    /**
     * @param modifiers modifiers of the declaration
     * @param declaration declaration without modifiers and interfaces
     */
    record Type(Set<String> modifiers, String declaration, Set<String> interfaces, Set<String> members) {}

    private static final List<String> MODIFIERS =
            List.of("public", "protected", "static", "final", "abstract", "default-value");

    private static final String INTERFACES = " implements ";

    static ApiListing of(JavaClasses classes, Predicate<JavaClass> inApi) {
        Map<String, Type> types = new TreeMap<>();
        for (JavaClass each : classes) {
            if (inApi.test(each) && isVisible(each)) {
                types.put(each.getName(), type(each));
            }
        }
        return new ApiListing(types);
    }

    private static boolean isVisible(JavaClass type) {
        boolean visible = type.getModifiers().contains(JavaModifier.PUBLIC)
                || type.getModifiers().contains(JavaModifier.PROTECTED);
        return visible
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && type.getEnclosingClass().map(ApiListing::isVisible).orElse(true);
    }

    private static Type type(JavaClass type) {
        Set<String> members = new TreeSet<>();
        type.getFields().stream()
                .filter(each -> isVisible(each.getModifiers(), type))
                .forEach(each -> members.add(text(each)));
        type.getCodeUnits().stream()
                .filter(each ->
                        isVisible(each.getModifiers(), type) && !each.getName().equals("<clinit>"))
                .forEach(each -> members.add(text(each, type)));
        String kind = type.isAnnotation()
                ? "@interface"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        String superclass = type.getSuperclass()
                .map(JavaType::getName)
                .filter(name -> !name.equals("java.lang.Object"))
                .map(name -> " extends " + name)
                .orElse("");
        return new Type(
                modifiers(type.getModifiers()),
                kind + " " + type.getName() + variables(type.getTypeParameters()) + superclass,
                type.getInterfaces().stream().map(JavaType::getName).collect(Collectors.toCollection(TreeSet::new)),
                members);
    }

    private static boolean isVisible(Set<JavaModifier> modifiers, JavaClass of) {
        return !modifiers.contains(JavaModifier.SYNTHETIC)
                && !modifiers.contains(JavaModifier.BRIDGE)
                && (modifiers.contains(JavaModifier.PUBLIC)
                        || modifiers.contains(JavaModifier.PROTECTED)
                                && !of.getModifiers().contains(JavaModifier.FINAL));
    }

    private static Set<String> modifiers(Set<JavaModifier> modifiers) {
        return modifiers.stream()
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .filter(MODIFIERS::contains)
                .collect(Collectors.toCollection(() -> new TreeSet<>(Comparator.comparing(MODIFIERS::indexOf))));
    }

    private static String text(JavaField field) {
        return String.join(" ", modifiers(field.getModifiers())) + " field " + field.getName() + " : "
                + field.getType().getName();
    }

    private static String text(JavaCodeUnit code, JavaClass type) {
        Set<String> modifiers = modifiers(code.getModifiers());
        if (type.getModifiers().contains(JavaModifier.FINAL)) {
            modifiers.remove("final");
        }
        if (code instanceof JavaMethod method && method.getDefaultValue().isPresent()) {
            modifiers.add("default-value");
        }
        String thrown = code.getThrowsClause().stream()
                .map(each -> each.getRawType().getName())
                .sorted()
                .collect(Collectors.joining(", "));
        String name = code.isConstructor() ? "constructor" : "method " + code.getName();
        return String.join(" ", modifiers) + " " + name + variables(code.getTypeParameters())
                + code.getParameterTypes().stream().map(JavaType::getName).collect(Collectors.joining(", ", "(", ")"))
                + " : " + code.getReturnType().getName()
                + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    private static String variables(List<? extends JavaTypeVariable<?>> variables) {
        return variables.isEmpty()
                ? ""
                : variables.stream()
                        .map(each -> each.getName()
                                + each.getUpperBounds().stream()
                                        .map(JavaType::getName)
                                        .filter(name -> !name.equals("java.lang.Object"))
                                        .collect(Collectors.collectingAndThen(
                                                Collectors.joining(" & "),
                                                bounds -> bounds.isEmpty() ? "" : " extends " + bounds)))
                        .collect(Collectors.joining(", ", "<", ">"));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        types.values().forEach(type -> {
            lines.add(String.join(" ", type.modifiers) + " " + type.declaration
                    + (type.interfaces.isEmpty() ? "" : INTERFACES + String.join(" & ", type.interfaces)));
            type.members.forEach(each -> lines.add("    " + each));
        });
        return lines;
    }

    static ApiListing parse(List<String> lines) {
        Map<String, Type> types = new TreeMap<>();
        Type current = null;
        for (String line : lines) {
            if (line.startsWith("    ")) {
                current.members.add(line.strip());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                int end = line.indexOf(INTERFACES);
                String text = end < 0 ? line : line.substring(0, end);
                Set<String> interfaces = new TreeSet<>(
                        end < 0
                                ? List.of()
                                : List.of(line.substring(end + INTERFACES.length())
                                        .split(" & ")));
                String declaration = withoutModifiers(text);
                current = new Type(modifiersOf(text), declaration, interfaces, new TreeSet<>());
                types.put(declaration.split("[ <]")[1], current);
            }
        }
        return new ApiListing(types);
    }

    private static Set<String> modifiersOf(String line) {
        Set<String> found = new TreeSet<>(Comparator.comparing(MODIFIERS::indexOf));
        for (String word : line.split(" ")) {
            if (!MODIFIERS.contains(word)) {
                break;
            }
            found.add(word);
        }
        return found;
    }

    private static String withoutModifiers(String line) {
        String rest = line;
        for (String each : modifiersOf(line)) {
            rest = rest.substring(each.length() + 1);
        }
        return rest;
    }

    /**
     * Returns descriptions of the changes that break code compiled against this listing when it is used with the other
     * one.
     */
    List<String> brokenBy(ApiListing other) {
        List<String> broken = new ArrayList<>();
        types.forEach((name, before) -> {
            Type after = other.types.get(name);
            if (after == null) {
                broken.add(name + " was removed");
                return;
            }
            if (!before.declaration.equals(after.declaration)) {
                broken.add(name + " was '" + before.declaration + "' and is '" + after.declaration + "'");
            }
            isRestricted(before.modifiers, after.modifiers).forEach(change -> broken.add(name + " " + change));
            before.interfaces.stream()
                    .filter(each -> !after.interfaces.contains(each))
                    .forEach(each -> broken.add(name + " no longer implements " + each));
            broken.addAll(brokenMembers(name, before, after));
        });
        return broken;
    }

    private static List<String> brokenMembers(String name, Type before, Type after) {
        List<String> broken = new ArrayList<>();
        Map<String, Set<String>> members = new TreeMap<>();
        after.members.forEach(each -> members.put(withoutModifiers(each), modifiersOf(each)));
        for (String each : before.members) {
            Set<String> modifiers = members.remove(withoutModifiers(each));
            if (modifiers == null) {
                broken.add(name + ": '" + each + "' was removed or changed");
            } else {
                isRestricted(modifiersOf(each), modifiers)
                        .forEach(change -> broken.add(name + ": '" + each + "' " + change));
            }
        }
        members.forEach((added, modifiers) -> {
            if (modifiers.contains("abstract")
                    && !modifiers.contains("default-value")
                    && !before.modifiers.contains("final")) {
                broken.add(name + ": '" + added + "' was added, and implementations do not have it");
            }
        });
        return broken;
    }

    private static List<String> isRestricted(Set<String> before, Set<String> after) {
        List<String> changes = new ArrayList<>();
        if (before.contains("public") && !after.contains("public")) {
            changes.add("is no longer public");
        }
        if (before.contains("static") != after.contains("static")) {
            changes.add(after.contains("static") ? "became static" : "is no longer static");
        }
        for (String each : List.of("final", "abstract")) {
            if (!before.contains(each) && after.contains(each)) {
                changes.add("became " + each);
            }
        }
        if (before.contains("default-value") && !after.contains("default-value")) {
            changes.add("no longer has a default");
        }
        return changes;
    }
}
