package dev.elasticjob.benchmarks.inner;

import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs all benchmarks of this package, or those whose name contains one of the arguments. */
public final class InnerLoops {

    private InnerLoops() {}

    public static void main(String[] arguments) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .forks(1)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(1))
                .resultFormat(ResultFormatType.TEXT)
                .result(System.getProperty("bench.output", "target/bench") + "-inner.txt");
        if (arguments.length == 0) {
            options.include(InnerLoops.class.getPackageName());
        }
        for (String each : arguments) {
            options.include(each);
        }
        new Runner(options.build()).run();
    }
}
