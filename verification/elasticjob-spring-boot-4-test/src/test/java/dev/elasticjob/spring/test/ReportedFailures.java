package dev.elasticjob.spring.test;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** Records the messages for users of an application that failed to start. Registered in {@code spring.factories}. */
public class ReportedFailures implements FailureAnalysisReporter {

    private static final List<FailureAnalysis> ALL = new CopyOnWriteArrayList<>();

    @Override
    public void report(FailureAnalysis analysis) {
        ALL.add(analysis);
    }

    static void clear() {
        ALL.clear();
    }

    static FailureAnalysis only() {
        if (ALL.size() != 1) {
            throw new AssertionError("Not one diagnosis but " + ALL.size());
        }
        return ALL.get(0);
    }
}
