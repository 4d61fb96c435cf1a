package dev.elasticjob.benchmarks.inner;

import dev.elasticjob.cron.CronExpression;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Computes the next fire time of a cron expression. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CronLoop {

    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    @Param({"* * * * * ?", "0 0/5 8-18 ? * MON-FRI", "0 30 2 L * ?", "0 0 12 29 2 ?"})
    private String expression;

    private CronExpression cron;
    private Instant at;

    @Setup
    public void parse() {
        cron = CronExpression.parse(expression);
        at = START;
    }

    @Benchmark
    public Instant next() {
        Optional<Instant> next = cron.next(at, ZONE);
        at = next.orElse(START);
        return at;
    }

    @Benchmark
    public CronExpression parsed() {
        return CronExpression.parse(expression);
    }
}
