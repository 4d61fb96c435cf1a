package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Verifies the permitted dependencies between packages, and that the engine has no side effects. */
class PackageRulesTest {

    private static final String ROOT = "dev.elasticjob";

    /** Engine classes that other packages may use. Each entry is a deliberate decision. */
    private static final Set<String> USED_BY_OTHERS = Set.of(
            "JobEngine",
            "Effects",
            "LocalRun",
            "RunEnd",
            "Leave",
            "ConfigText",
            "EngineSettings",
            "RunProgress",
            "RunBarrier",
            // Structure of the registry, which the operations API reads.
            "JobTree",
            "ItemNode",
            "Epoch",
            "RunRecord",
            "RunRequests",
            // The rule for what is owed, by which the operations API finds missed fires.
            "Owed",
            "Schedule");

    private static final String[] BELOW_THE_ENGINE = {"config", "identity", "sharding", "error", "threads"};

    private static final Reactor REACTOR = Reactor.ofThisBuild();

    private static final JavaClasses MAIN_CODE = REACTOR.mainCode();

    @Test
    void the_engine_has_no_threads_clock_or_io() {
        Rules.engineIsPure(ROOT).check(MAIN_CODE);
    }

    @Test
    void other_packages_use_only_what_the_engine_offers() {
        Rules.othersUseOnlyOfTheEngine(ROOT, USED_BY_OTHERS).check(MAIN_CODE);
    }

    @Test
    void classes_of_the_engine_form_no_cycle() {
        Rules.noCyclesBetweenClasses(ROOT + ".engine").check(MAIN_CODE);
    }

    @Test
    void what_the_engine_stands_on_does_not_know_it() {
        Rules.packagesDoNotKnowTheEngine(ROOT, BELOW_THE_ENGINE).check(MAIN_CODE);
    }

    @Test
    void packages_of_a_module_form_no_cycle() {
        assertThat(REACTOR.judged())
                .isNotEmpty()
                .allSatisfy(module -> Rules.noCyclesBetweenPackages(ROOT)
                        .allowEmptyShould(true)
                        .check(Reactor.codeOf(module)));
    }

    @Test
    void registry_spi_and_cron_stand_alone() {
        for (ArchRule rule : List.of(
                Rules.packageKnowsOnly(ROOT, "spi"),
                Rules.packageKnowsOnly(ROOT, "cron"),
                Rules.packageKnowsOnly(ROOT, "registry", "spi"))) {
            rule.check(MAIN_CODE);
        }
    }

    // ---- tests of the rules ----

    @Test
    void every_impurity_of_an_engine_is_found() {
        assertThat(Broken.nestedIn("engine.Impure"))
                .hasSizeGreaterThan(20)
                .allSatisfy(each -> Broken.assertBites(Rules.engineIsPure(Broken.ROOT), each));
    }

    @Test
    void what_an_engine_needs_to_decide_is_let_pass() {
        Broken.assertLetsPass(Rules.engineIsPure(Broken.ROOT), Broken.only("engine.Harmless"));
    }

    @Test
    void a_use_of_an_internal_class_of_an_engine_is_found() {
        var code = new ClassFileImporter().importPackages(Broken.ROOT);

        Broken.assertBites(Rules.othersUseOnlyOfTheEngine(Broken.ROOT, Set.of()), code);
        Broken.assertLetsPass(Rules.othersUseOnlyOfTheEngine(Broken.ROOT, Set.of("Shown")), code);
    }

    @Test
    void a_cycle_of_classes_is_found() {
        Broken.assertBites(Rules.noCyclesBetweenClasses(Broken.ROOT + ".cycle"), Broken.code("cycle"));
        Broken.assertLetsPass(Rules.noCyclesBetweenClasses(Broken.ROOT + ".engine"), Broken.code("engine"));
    }

    @Test
    void a_package_that_knows_the_engine_is_found() {
        var code = new ClassFileImporter().importPackages(Broken.ROOT);

        Broken.assertBites(Rules.packagesDoNotKnowTheEngine(Broken.ROOT, "config"), code);
        Broken.assertLetsPass(Rules.packagesDoNotKnowTheEngine(Broken.ROOT, "identity"), code);
    }

    @Test
    void a_cycle_of_packages_is_found() {
        Broken.assertBites(Rules.noCyclesBetweenPackages(Broken.ROOT), Broken.code("cycle"));
        Broken.assertLetsPass(Rules.noCyclesBetweenPackages(Broken.ROOT), Broken.code("config"));
    }

    @Test
    void a_package_that_does_not_stand_alone_is_found() {
        var code = Broken.code("spi");

        Broken.assertBites(Rules.packageKnowsOnly(Broken.ROOT, "spi"), code);
        Broken.assertBites(Rules.packageKnowsOnly(Broken.ROOT, "spi", "engine"), code);
        Broken.assertLetsPass(Rules.packageKnowsOnly(Broken.ROOT, "spi", "config"), code);
    }
}
