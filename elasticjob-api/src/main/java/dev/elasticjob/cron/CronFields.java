package dev.elasticjob.cron;

import java.util.BitSet;

/**
 * Parsed fields of an expression as bit sets: bit n stands for the value n (in {@code years}, for the year 1970 + n).
 *
 * @param fixedHours hours written one by one; {@link CronExpression} describes the effect when clocks change
 * @param intervalHours hours written as {@code *}, as a range or with a step
 */
record CronFields(
        long seconds, long minutes, int fixedHours, int intervalHours, DayRule days, int months, BitSet years) {

    int hours() {
        return fixedHours | intervalHours;
    }
}
