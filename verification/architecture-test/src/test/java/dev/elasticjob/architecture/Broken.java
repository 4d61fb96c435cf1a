package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** Access to the code that violates the rules on purpose. */
final class Broken {

    static final String ROOT = Broken.class.getPackageName() + ".broken";

    private Broken() {}

    static JavaClasses code(String name) {
        return new ClassFileImporter().importPackages(ROOT + "." + name);
    }

    /** Returns each nested class of a class separately. */
    static List<JavaClasses> nestedIn(String name) {
        JavaClasses all = new ClassFileImporter().importPackages(ROOT);
        return all.stream()
                .map(each -> each.getName())
                .filter(each -> each.startsWith(ROOT + "." + name + "$"))
                .map(each -> only(all, each))
                .toList();
    }

    static JavaClasses only(String name) {
        return only(new ClassFileImporter().importPackages(ROOT), ROOT + "." + name);
    }

    private static JavaClasses only(JavaClasses all, String fullName) {
        JavaClasses found = all.that(com.tngtech.archunit.base.DescribedPredicate.describe(
                "are " + fullName, each -> each.getName().equals(fullName)));
        assertThat(found).as(fullName).hasSize(1);
        return found;
    }

    static void assertBites(ArchRule rule, JavaClasses code) {
        assertThat(rule.allowEmptyShould(true).evaluate(code).hasViolation())
                .as("%s must not let pass %s", rule.getDescription(), names(code))
                .isTrue();
    }

    static void assertLetsPass(ArchRule rule, JavaClasses code) {
        assertThat(rule.evaluate(code).getFailureReport().getDetails())
                .as("%s on %s", rule.getDescription(), names(code))
                .isEmpty();
    }

    private static List<String> names(JavaClasses code) {
        return code.stream().map(each -> each.getName()).toList();
    }
}
