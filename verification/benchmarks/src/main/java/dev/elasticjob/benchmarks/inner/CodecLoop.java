package dev.elasticjob.benchmarks.inner;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.config.StoredConfiguration;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.RunRecord;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Encodes and decodes the registry payloads. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecLoop {

    private static final JobConfiguration CONFIGURATION = JobConfiguration.newBuilder("orders", 3)
            .cron("0/5 * * * * ?")
            .shardingItemParameters("0=Beijing,1=Shanghai,2=Guangzhou")
            .jobParameter("daily")
            .description("Ships what was ordered")
            .build();

    private final String configuration = JobConfigurationCodec.encode(CONFIGURATION);
    private final String record = "begun 1794804500000\nid cron-1794804500000\nsource NORMAL_TRIGGER\nscheduled"
            + " 1794804500000\nattempt 1\ntotal 10\nsession 72057594037927936\ninstance 10.0.0.1@-@99-3f9c\nnonce"
            + " 1x2y3z4\nstate done\ntoken 4711\ncompleted 4711";
    private final String epoch =
            "number 7\nstate open\ntotal 1000\nsince 1794804924177\nmonitor true\npaused false\ncron"
                    + " 0/5 * * * * ?\nfingerprint 59a8aa130cdbadf3\nnonce sr1yn5e7mukv\nmembers 10.0.0.1@-@99-3f9c"
                    + " 10.0.0.2@-@98-4a2b\nowners "
                    + IntStream.range(0, 1_000)
                            .mapToObj(item -> item < 500 ? "0" : "1")
                            .collect(Collectors.joining(","));

    @Benchmark
    public String configurationWritten() {
        return JobConfigurationCodec.encode(CONFIGURATION);
    }

    @Benchmark
    public StoredConfiguration configurationRead() {
        return JobConfigurationCodec.decode("/orders/config", configuration);
    }

    @Benchmark
    public RunRecord recordRead() {
        return RunRecord.decode(record);
    }

    @Benchmark
    public Optional<Epoch> epochOf1000ItemsRead() {
        return Epoch.decode(epoch);
    }
}
