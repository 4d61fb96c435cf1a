package dev.elasticjob.benchmarks.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RatioTest {

    @Test
    void a_ratio_of_counts_is_exact() {
        Ratio ratio = Ratio.exact(1206, 3);
        assertThat(ratio.value()).isEqualTo(402);
        assertThat(ratio.low()).isEqualTo(402);
        assertThat(ratio.high()).isEqualTo(402);
        assertThat(ratio.isExact()).isTrue();
        assertThat(ratio.against(402)).isEqualTo(Verdict.MET);
        assertThat(ratio.against(403)).isEqualTo(Verdict.MISSED);
    }

    @Test
    void a_ratio_to_zero_is_unbounded() {
        assertThat(Ratio.exact(5, 0).value()).isInfinite();
        assertThat(Ratio.exact(0, 0).value()).isEqualTo(1);
        assertThat(Ratio.exact(5, 0).against(1_000)).isEqualTo(Verdict.MET);
    }

    @Test
    void samples_without_spread_leave_as_little_doubt_as_their_number_allows() {
        Ratio ratio = Ratio.of(new Samples(20, 20, 20), new Samples(2, 2, 2), Samples::median);
        assertThat(ratio.low()).isEqualTo(10);
        assertThat(ratio.high()).isEqualTo(10);
        assertThat(ratio.sureness(10)).isCloseTo(0.95, within(1e-9));
        assertThat(ratio.sureness(10.1)).isCloseTo(0.05, within(1e-9));
        assertThat(ratio.against(10)).isEqualTo(Verdict.MET);
    }

    @Test
    void two_samples_of_each_decide_nothing() {
        Ratio ratio = Ratio.of(new Samples(20, 20), new Samples(2, 2), Samples::median);
        assertThat(ratio.against(2)).isEqualTo(Verdict.OPEN);
        assertThat(ratio.against(100)).isEqualTo(Verdict.OPEN);
    }

    @Test
    void the_interval_holds_the_ratio_and_grows_with_the_spread() {
        Ratio narrow = Ratio.of(around(100, 5), around(10, 0.5), Samples::median);
        Ratio wide = Ratio.of(around(100, 50), around(10, 5), Samples::median);
        assertThat(narrow.value()).isCloseTo(10, within(1.0));
        assertThat(narrow.low()).isLessThan(narrow.value()).isGreaterThan(8);
        assertThat(narrow.high()).isGreaterThan(narrow.value()).isLessThan(12);
        assertThat(wide.high() - wide.low()).isGreaterThan(narrow.high() - narrow.low());
    }

    @Test
    void a_demand_within_the_interval_is_left_open() {
        Ratio ratio = Ratio.of(around(100, 30), around(10, 3), Samples::median);
        assertThat(ratio.against(ratio.value())).isEqualTo(Verdict.OPEN);
        assertThat(ratio.against(ratio.low())).isEqualTo(Verdict.MET);
        assertThat(ratio.against(ratio.high() + 0.1)).isEqualTo(Verdict.MISSED);
        assertThat(ratio.sureness(ratio.value())).isBetween(0.2, 0.8);
    }

    @Test
    void quantiles_are_values_that_were_measured() {
        Samples samples = new Samples(5, 1, 4, 2, 3);
        assertThat(samples.median()).isEqualTo(3);
        assertThat(new Samples(4, 1, 2, 3).median()).isEqualTo(2.5);
        assertThat(samples.quantile(0.5)).isEqualTo(3);
        assertThat(samples.quantile(0.99)).isEqualTo(5);
        assertThat(samples.quantile(0)).isEqualTo(1);
        assertThat(samples.times(10).max()).isEqualTo(50);
    }

    @Test
    void without_samples_there_is_no_ratio() {
        assertThatIllegalArgumentException().isThrownBy(Samples::new);
    }

    private static Samples around(double middle, double spread) {
        Random random = new Random(7);
        return new Samples(
                random.doubles(40).map(each -> middle + spread * (2 * each - 1)).toArray());
    }
}
