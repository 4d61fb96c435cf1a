package com.dangdang.ddframe.job.event.type;

import com.dangdang.ddframe.job.exception.ExceptionUtil;

/** Exception of an item, as an exception or as text only. */
public final class JobExecutionEventThrowable {

    private final Throwable throwable;
    private String plainText;

    public JobExecutionEventThrowable(Throwable throwable) {
        this(throwable, null);
    }

    public JobExecutionEventThrowable(Throwable throwable, String plainText) {
        this.throwable = throwable;
        this.plainText = plainText;
    }

    public Throwable getThrowable() {
        return throwable;
    }

    public String getPlainText() {
        return plainText;
    }

    @Override
    public String toString() {
        if (plainText == null || plainText.isEmpty()) {
            plainText = ExceptionUtil.transform(throwable);
        }
        return plainText;
    }
}
