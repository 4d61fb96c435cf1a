package com.dangdang.ddframe.job.lite.spring.job.util;

import com.dangdang.ddframe.job.exception.JobSystemException;
import org.springframework.aop.framework.Advised;

/** Finds objects behind proxies. */
public final class AopTargetUtils {

    private AopTargetUtils() {}

    /** Returns the object behind all proxies; the object itself if it is not a proxy. */
    public static Object getTarget(Object proxy) {
        Object result = proxy;
        try {
            while (result instanceof Advised advised) {
                Object target = advised.getTargetSource().getTarget();
                if (target == null) {
                    return result;
                }
                result = target;
            }
        } catch (Exception unavailable) {
            throw new JobSystemException(unavailable);
        }
        return result;
    }
}
