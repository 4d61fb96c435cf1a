package dev.elasticjob.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the members of ElasticJob 3.0.4's classes with those of the classes that replace them: a member that is
 * missing here is renamed by the tool, or listed by it.
 */
class MissingMembersTest {

    private static final String OLD = "org.apache.shardingsphere.elasticjob.";
    private static final Set<String> RENAMED = Set.of(
            "jobExecutorServiceHandlerType", "getJobExecutorServiceHandlerType", "setJobExecutorServiceHandlerType");

    private final Map<String, String> newNames = new TreeMap<>();

    private record Signature(String member, List<String> parameters) {

        /** Returns the keys in the table, without and with the number of parameters. */
        Set<String> keys(String type) {
            return Set.of(type + "." + member, type + "." + member + "/" + parameters.size());
        }
    }

    private String simpleName(Class<?> type) {
        String name = newNames.getOrDefault(type.getName(), type.getTypeName());
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }

    private Signature signature(Member member) {
        String name = member instanceof Constructor<?> ? "new" : member.getName();
        return new Signature(
                name,
                member instanceof Executable code
                        ? Arrays.stream(code.getParameterTypes())
                                .map(this::simpleName)
                                .toList()
                        : List.of());
    }

    private Set<Signature> members(Class<?> type) {
        Stream<Member> inherited = Stream.concat(
                Arrays.stream(type.getMethods())
                        .filter(each -> !each.isBridge() && each.getDeclaringClass() != Object.class),
                Arrays.<Field>stream(type.getFields()));
        Stream<Member> own = Stream.concat(
                Arrays.<Constructor<?>>stream(type.getDeclaredConstructors()),
                Arrays.<Method>stream(type.getDeclaredMethods()).filter(each -> !each.isBridge()));
        boolean isExtensible = !Modifier.isFinal(type.getModifiers());
        return Stream.concat(inherited, own)
                .filter(each -> !each.isSynthetic())
                .filter(each -> Modifier.isPublic(each.getModifiers())
                        || isExtensible && Modifier.isProtected(each.getModifiers()))
                .map(this::signature)
                .collect(Collectors.toSet());
    }

    private Set<String> compare(Class<?> old, Class<?> now, Set<String> known) {
        Set<Signature> missing = members(old);
        missing.removeAll(members(now));
        Set<String> gone = new TreeSet<>();
        Table.read("gone.txt").forEach(each -> gone.add(each.getKey()));
        Set<String> found = new TreeSet<>();
        for (Signature each : missing) {
            boolean isUtility = each.member().equals("new")
                    && Stream.of(old.getConstructors()).count() == 1
                    && each.parameters().isEmpty()
                    && Arrays.stream(old.getDeclaredMethods()).noneMatch(m -> !Modifier.isStatic(m.getModifiers()));
            boolean isReported = RENAMED.contains(each.member())
                    || isUtility
                    || each.parameters().stream().anyMatch(gone::contains);
            Set<String> keys = new TreeSet<>(each.keys(now.getSimpleName()));
            for (Class<?> type : now.getInterfaces()) {
                keys.addAll(each.keys(type.getSimpleName()));
            }
            if (keys.stream().anyMatch(known::contains)) {
                found.addAll(keys);
            } else {
                assertThat(isReported).as(old.getSimpleName() + " " + each).isTrue();
            }
        }
        return found;
    }

    @Test
    void every_member_that_is_missing_here_is_renamed_or_listed_and_no_other() throws Exception {
        Set<String> known = MissingMembers.table().stream()
                .map(MissingMembers.Entry::key)
                .collect(Collectors.toCollection(TreeSet::new));
        List<Map.Entry<String, String>> classes = Table.read("classes.txt").stream()
                .filter(each -> !each.getKey().startsWith("+"))
                .toList();
        classes.forEach(each -> newNames.put(OLD + each.getKey(), each.getValue()));
        Set<String> found = new TreeSet<>();

        ClassLoader loader = Elasticjob304.loader();
        for (Map.Entry<String, String> each : classes) {
            Class<?> old = Class.forName(OLD + each.getKey(), false, loader);
            Class<?> now = Class.forName(each.getValue(), false, getClass().getClassLoader());
            found.addAll(compare(old, now, known));
            for (Class<?> inner : old.getClasses()) {
                found.addAll(compare(
                        inner,
                        Class.forName(now.getName() + "$" + inner.getSimpleName(), false, now.getClassLoader()),
                        known));
            }
        }

        assertThat(newNames).hasSizeGreaterThan(40);
        assertThat(found).containsAll(known);
    }
}
