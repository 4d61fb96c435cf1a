package dev.elasticjob.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/**
 * Architecture rules. Each takes the root package to which it applies, so that a test can also run it on code that
 * violates it: a rule that never fails may be ineffective.
 */
final class Rules {

    private Rules() {}

    // ---- modules ----

    /** @param moduleOf module by class name; classes without a module belong to libraries */
    static ArchRule modulesKnowOnlyWhatTheyMay(Map<String, Set<String>> allowed, Map<String, String> moduleOf) {
        return classes()
                .that(describe("are in a module", each -> moduleOf.containsKey(each.getName())))
                .should(new ArchCondition<>("depend only on modules that theirs may know") {
                    @Override
                    public void check(JavaClass from, ConditionEvents events) {
                        String module = moduleOf.get(from.getName());
                        for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                            JavaClass target = dependency.getTargetClass().getBaseComponentType();
                            String other = moduleOf.getOrDefault(target.getName(), module);
                            if (!other.equals(module)
                                    && !allowed.getOrDefault(module, Set.of()).contains(other)) {
                                events.add(SimpleConditionEvent.violated(
                                        dependency, module + " sees " + other + ": " + dependency.getDescription()));
                            }
                        }
                    }
                });
    }

    static ArchRule theyNeedNothingButTheJdk(JavaClasses they) {
        return classes()
                .should()
                .onlyDependOnClassesThat(describe(
                        "are their own or of the JDK",
                        each -> they.contain(each.getBaseComponentType().getName())
                                || each.getBaseComponentType().isPrimitive()
                                || each.getBaseComponentType().getPackageName().startsWith("java.")));
    }

    // ---- packages ----

    static ArchRule noCyclesBetweenPackages(String root) {
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass each) {
                        return each.getPackageName().startsWith(root)
                                ? SliceIdentifier.of(each.getPackageName())
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages below " + root;
                    }
                })
                .should()
                .beFreeOfCycles();
    }

    /** Allows a package to depend only on itself and the given packages below the root. */
    static ArchRule packageKnowsOnly(String root, String name, String... others) {
        return noClasses()
                .that()
                .resideInAPackage(root + "." + name)
                .should()
                .dependOnClassesThat(describe(
                        "are of " + root + ", but not of " + name + " nor " + Arrays.toString(others),
                        each -> each.getPackageName().startsWith(root + ".")
                                && !each.getPackageName().equals(root + "." + name)
                                && Arrays.stream(others)
                                        .noneMatch(
                                                other -> each.getPackageName().equals(root + "." + other))));
    }

    static ArchRule packagesDoNotKnowTheEngine(String root, String... packages) {
        return noClasses()
                .that()
                .resideInAnyPackage(below(root, packages))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(root + ".engine..");
    }

    // ---- the engine ----

    /**
     * Requires that the engine only makes decisions and receives all external input from its caller. The same code then
     * runs in production and in the simulator, and a history can be reproduced from its seed.
     */
    static ArchRule engineIsPure(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + ".engine..")
                .and(describe(
                        "are not the switch that only tests use",
                        each -> !each.getName().equals(root + ".engine.rule.Rule")))
                .should()
                .dependOnClassesThat(impureIn(root))
                .orShould()
                .accessTargetWhere(isImpure(root))
                .because("the engine has no threads, no clock, no I/O and no chance of its own");
    }

    private static DescribedPredicate<JavaClass> impureIn(String root) {
        Set<String> classes = Set.of(
                "java.lang.Thread",
                "java.lang.ThreadLocal",
                "java.lang.InheritableThreadLocal",
                "java.lang.Process",
                "java.lang.ProcessBuilder",
                "java.lang.ProcessHandle",
                "java.lang.Runtime",
                "java.util.Timer",
                "java.util.TimerTask",
                "java.util.Scanner",
                "java.util.ServiceLoader",
                "java.util.Random",
                root + ".identity.HostAddress",
                root + ".spi.Extensions");
        Set<String> packages = Set.of(
                "java.util.concurrent",
                "java.net",
                "java.io",
                "java.nio.file",
                "java.nio.channels",
                "java.sql",
                "java.security",
                "javax",
                "org.slf4j",
                "java.util.logging",
                root + ".registry.memory",
                root + ".registry.zookeeper",
                root + ".registry.jdbc");
        return describe(
                "are threads, executors, I/O, logs, chance or the implementation of a registry",
                each -> classes.contains(each.getName())
                        || packages.stream()
                                .anyMatch(name -> each.getPackageName().equals(name)
                                        || each.getPackageName().startsWith(name + ".")));
    }

    private static DescribedPredicate<JavaAccess<?>> isImpure(String root) {
        Set<String> harmlessOfSystem = Set.of("arraycopy", "identityHashCode", "lineSeparator");
        return describe("it asks for the time, for chance or for the process", access -> {
            String owner = access.getTarget().getOwner().getName();
            String name = access.getTarget().getName();
            return owner.equals("java.lang.System") && !harmlessOfSystem.contains(name)
                    || owner.startsWith("java.time.") && name.equals("now")
                    || owner.equals("java.time.Clock") && (name.startsWith("system") || name.startsWith("tick"))
                    || owner.equals("java.time.InstantSource") && name.equals("system")
                    || owner.equals("java.lang.Math") && name.equals("random")
                    || owner.equals("java.util.UUID") && name.equals("randomUUID")
                    || owner.equals("java.util.random.RandomGenerator")
                            && (name.equals("of") || name.equals("getDefault"))
                    || owner.equals("java.lang.Object") && (name.equals("wait") || name.startsWith("notify"))
                    || owner.equals(root + ".identity.InstanceIdentity") && name.equals("fresh");
        });
    }

    /** Allows other packages to use only the listed engine classes. The remaining classes may change at any time. */
    static ArchRule othersUseOnlyOfTheEngine(String root, Set<String> allowed) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(root + ".engine..")
                .should()
                .dependOnClassesThat(describe("are internal to the engine", each -> {
                    JavaClass target = each.getBaseComponentType();
                    return (target.getPackageName() + ".").startsWith(root + ".engine.")
                            && !allowed.contains(topLevelName(target));
                }));
    }

    /** Forbids cycles between engine classes, so that each class can be understood after those that it uses. */
    static ArchRule noCyclesBetweenClasses(String packageName) {
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass each) {
                        return (each.getPackageName() + ".").startsWith(packageName + ".")
                                ? SliceIdentifier.of(each.getPackageName(), topLevelName(each))
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "classes below " + packageName;
                    }
                })
                .should()
                .beFreeOfCycles();
    }

    private static String topLevelName(JavaClass each) {
        String name = each.getName().substring(each.getPackageName().length() + 1);
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    // ---- all code ----

    static ArchRule nothingSleeps() {
        return noClasses()
                .should()
                .accessTargetWhere(describe(
                        "it sleeps",
                        access -> access.getTarget().getName().equals("sleep")
                                && (access.getTarget().getOwner().isAssignableTo(Thread.class)
                                        || access.getTarget()
                                                .getOwner()
                                                .isAssignableTo("java.util.concurrent.TimeUnit"))))
                .because("whoever sleeps cannot be woken by what it waits for");
    }

    static ArchRule nothingUsesJavaUtilLogging() {
        return noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");
    }

    /** @param excepted names of classes that are commands or that print the seed of a test */
    static ArchRule nothingPrints(Set<String> excepted) {
        return noClasses()
                .that(describe("have no leave to print", each -> !excepted.contains(each.getName())))
                .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);
    }

    private static String[] below(String root, String... packages) {
        return Arrays.stream(packages).map(each -> root + "." + each + "..").toArray(String[]::new);
    }
}
