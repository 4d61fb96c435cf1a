package dev.elasticjob.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronExplainTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    * * * * * ?                      | every second
                    0/5 * * * * ?                    | every 5 seconds
                    */5 * * * * ?                    | every 5 seconds
                    2/5 * * * * ?                    | every 5 seconds from second 2 of the minute
                    */7 * * * * ?                    | at every 7th second from 0 through 56 of every minute of every hour
                    0 * * * * ?                      | every minute
                    15 * * * * ?                     | every minute at second 15
                    0 0/30 * * * ?                   | every 30 minutes
                    0 0,30 * * * ?                   | every 30 minutes
                    0 5/15 * * * ?                   | every 15 minutes from minute 5 of the hour
                    10 5/15 * * * ?                  | every 15 minutes from minute 5 of the hour at second 10
                    0 */7 * * * ?                    | at every 7th minute from 0 through 56 of every hour
                    0 5,10 * * * ?                   | at minutes 5 and 10 of every hour
                    0 0 * * * ?                      | every hour
                    0 30 * * * ?                     | every hour at minute 30
                    15 30 * * * ?                    | every hour at minute 30 and second 15
                    15 0 * * * ?                     | every hour at minute 0 and second 15
                    0 0 0/6 * * ?                    | every 6 hours
                    0 30 2/6 * * ?                   | every 6 hours from 02:30
                    0 0 0,6,12,18 * * ?              | at 00:00, 06:00, 12:00 and 18:00 every day
                    0 0 5/5 * * ?                    | at 05:00, 10:00, 15:00 and 20:00 every day
                    0 30 2 * * ?                     | at 02:30 every day
                    15 30 2 * * ?                    | at 02:30:15 every day
                    0 30 2,14 * * ?                  | at 02:30 and 14:30 every day
                    0 0/30 9 * * ?                   | at 09:00 and 09:30 every day
                    0 0/30 9-17 * * ?                | every 30 minutes during hours 9 through 17, every day
                    0 0 9-17 ? * MON-FRI             | every hour from 09:00 through 17:00, every Monday through Friday
                    0 0 22-2 * * ?                   | at 00:00, 01:00, 02:00, 22:00 and 23:00 every day
                    0/10 * 9-17 * * ?                | every 10 seconds during hours 9 through 17, every day
                    * 5 3 * * ?                      | every second during minute 5 of hour 3, every day
                    0/10 10-20 * * * ?               | every 10 seconds during minutes 10 through 20 of every hour
                    0-10,30 5,10 9-17 ? * MON-FRI    | at seconds 0 through 10 and 30 of minutes 5 and 10 of hours 9 through 17 every Monday through Friday
                    0 0 9 ? * FRIL                   | at 09:00 on the last Friday of every month
                    0 0 9 ? * L                      | at 09:00 every Saturday
                    0 0 9 ? * FRI#3                  | at 09:00 on the third Friday of every month
                    0 0 9 ? * FRI                    | at 09:00 every Friday
                    0 0 9 ? * FRI-MON                | at 09:00 every Friday through Monday
                    0 0 9 ? * MON,WED,SUN            | at 09:00 every Monday, Wednesday and Sunday
                    0 0 9 ? 1-3 MON                  | at 09:00 every Monday in January through March
                    0 0 9 ? * SUN-SAT                | at 09:00 every day
                    0 0 9 1 * ?                      | at 09:00 on day 1 of every month
                    0 0 9 1,15 * ?                   | at 09:00 on days 1 and 15 of every month
                    0 0 9 1-5,10 * ?                 | at 09:00 on days 1 through 5 and 10 of every month
                    0 0 9 1/2 * ?                    | at 09:00 on every 2nd day from 1 through 31 of every month
                    0 0 9 L * ?                      | at 09:00 on the last day of every month
                    0 0 9 L-3 * ?                    | at 09:00 on the 3rd day before the last day of every month
                    0 0 9 L-1 * ?                    | at 09:00 on the 1st day before the last day of every month
                    0 0 9 LW * ?                     | at 09:00 on the last weekday of every month
                    0 0 9 L-3W * ?                   | at 09:00 on the weekday nearest to the 3rd day before the last day of every month
                    0 0 9 15W * ?                    | at 09:00 on the weekday nearest to day 15 of every month
                    0 0 9 1W,15W * ?                 | at 09:00 on the weekday nearest to day 1 and the weekday nearest to day 15 of every month
                    0 0 9 15,L * ?                   | at 09:00 on day 15 and the last day of every month
                    0 0 9 * 1 ?                      | at 09:00 every day in January
                    0 0 9 1 JAN,MAR,JUN-AUG ?        | at 09:00 on day 1 of January, March and June through August
                    0/5 * * * 1 ?                    | every 5 seconds in January
                    0 0 9 1 1 ? 2027                 | at 09:00 on day 1 of January in 2027
                    0 0 9 1 1 ? 2027-2030            | at 09:00 on day 1 of January in 2027 through 2030
                    0 0 9 1 1 ? 2027/2               | at 09:00 on day 1 of January in every 2nd year from 2027 through 2199
                    0 0 9 ? * 2 2027,2029            | at 09:00 every Monday in 2027 and 2029
                    * * * * * ? 2027                 | every second in 2027
                    0 0/30 9-17 ? * FRIL             | every 30 minutes during hours 9 through 17, on the last Friday of every month
                    0 0 2,8-18 * * ?                 | at 02:00, 08:00, 09:00, 10:00, 11:00, 12:00, 13:00, 14:00, 15:00, 16:00, 17:00 and 18:00 every day
                    0 0 1 1/1 * ?                    | at 01:00 every day
                    """)
    void an_expression_is_said_in_words(String expression, String words) {
        assertThat(CronExpression.parse(expression).explain()).isEqualTo(words);
    }

    @Test
    void every_expression_can_be_said_in_one_line() {
        Random random = new Random(7);
        RandomExpressions expressions = new RandomExpressions(random);
        for (int i = 0; i < 20_000; i++) {
            CronExpression cron = CronExpression.parse(expressions.next());
            assertThat(cron.explain())
                    .as(cron.toString())
                    .matches("(at|every) .*")
                    .doesNotContain("  ", "null", " ,", "\n");
        }
    }

    @Test
    void expressions_that_mean_the_same_times_of_the_same_days_read_the_same() {
        assertThat(CronExpression.parse("0 0,15,30,45 * 1-31 1-12 ? 1970-2199").explain())
                .isEqualTo(CronExpression.parse("0 */15 * ? * SUN-SAT").explain())
                .isEqualTo("every 15 minutes");
    }
}
