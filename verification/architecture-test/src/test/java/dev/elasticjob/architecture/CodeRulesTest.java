package dev.elasticjob.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Verifies that main code does not use forbidden constructs. */
class CodeRulesTest {

    /**
     * Classes that may print: one prints the seed for reproducing a failure, one reports that logging is missing; the
     * others are commands.
     */
    private static final Set<String> MAY_PRINT = Set.of(
            "dev.elasticjob.test.registry.MutualExclusionContract",
            "dev.elasticjob.error.MissingLogging",
            "dev.elasticjob.registry.zookeeper.AclMigration",
            "dev.elasticjob.console.Terminal");

    private static final JavaClasses MAIN_CODE = Reactor.ofThisBuild().mainCode();

    @Test
    void nothing_sleeps() {
        Rules.nothingSleeps().check(MAIN_CODE);
    }

    @Test
    void nothing_uses_the_logging_of_the_jdk() {
        Rules.nothingUsesJavaUtilLogging().check(MAIN_CODE);
    }

    @Test
    void nothing_prints() {
        Rules.nothingPrints(MAY_PRINT).check(MAIN_CODE);
    }

    // ---- tests of the rules ----

    @Test
    void a_sleep_is_found() {
        Broken.assertBites(Rules.nothingSleeps(), Broken.only("code.Careless$Sleeps"));
        Broken.assertBites(Rules.nothingSleeps(), Broken.only("code.Careless$SleepsByUnit"));
        Broken.assertLetsPass(Rules.nothingSleeps(), Broken.only("code.Careless$Prints"));
    }

    @Test
    void the_logging_of_the_jdk_is_found() {
        Broken.assertBites(Rules.nothingUsesJavaUtilLogging(), Broken.only("code.Careless$LogsWithTheJdk"));
        Broken.assertLetsPass(Rules.nothingUsesJavaUtilLogging(), Broken.only("code.Careless$Prints"));
    }

    @Test
    void a_print_is_found() {
        Broken.assertBites(Rules.nothingPrints(MAY_PRINT), Broken.only("code.Careless$Prints"));
        Broken.assertBites(Rules.nothingPrints(MAY_PRINT), Broken.only("code.Careless$PrintsErrors"));
        Broken.assertLetsPass(Rules.nothingPrints(MAY_PRINT), Broken.only("code.Careless$Sleeps"));
    }
}
