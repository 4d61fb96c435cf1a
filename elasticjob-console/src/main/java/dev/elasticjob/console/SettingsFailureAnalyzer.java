package dev.elasticjob.console;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports invalid settings at startup without a stack trace. */
class SettingsFailureAnalyzer extends AbstractFailureAnalyzer<BeanCreationException> {

    @Override
    protected FailureAnalysis analyze(Throwable whole, BeanCreationException failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        boolean isOfConsole = root.getStackTrace().length > 0
                && root.getStackTrace()[0].getClassName().startsWith("dev.elasticjob.console.")
                && (root instanceof IllegalArgumentException || root instanceof IllegalStateException);
        return isOfConsole ? new FailureAnalysis(root.getMessage(), null, failure) : null;
    }
}
