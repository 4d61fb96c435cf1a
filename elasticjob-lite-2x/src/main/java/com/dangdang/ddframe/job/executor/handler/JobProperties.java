package com.dangdang.ddframe.job.executor.handler;

import com.dangdang.ddframe.job.executor.handler.impl.DefaultExecutorServiceHandler;
import com.dangdang.ddframe.job.executor.handler.impl.DefaultJobExceptionHandler;
import dev.elasticjob.lite2x.Json;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Classes of the handlers of a job. */
public final class JobProperties {

    private final EnumMap<JobPropertiesEnum, String> map;

    public JobProperties() {
        this(new EnumMap<>(JobPropertiesEnum.class));
    }

    public JobProperties(EnumMap<JobPropertiesEnum, String> map) {
        this.map = map;
    }

    /** Sets a property. An unknown key or a null value has no effect. */
    public void put(String key, String value) {
        JobPropertiesEnum property = JobPropertiesEnum.from(key);
        if (property != null && value != null) {
            map.put(property, value);
        }
    }

    /** Returns the value that was set, or else the default. */
    public String get(JobPropertiesEnum jobPropertiesEnum) {
        return map.getOrDefault(jobPropertiesEnum, jobPropertiesEnum.getDefaultValue());
    }

    /** Returns all properties as a JSON object. */
    public String json() {
        Map<String, Object> values = new LinkedHashMap<>();
        for (JobPropertiesEnum each : JobPropertiesEnum.values()) {
            values.put(each.getKey(), get(each));
        }
        return Json.write(values);
    }

    /** The properties that exist. */
    public enum JobPropertiesEnum {
        JOB_EXCEPTION_HANDLER(
                "job_exception_handler", JobExceptionHandler.class, DefaultJobExceptionHandler.class.getName()),
        EXECUTOR_SERVICE_HANDLER(
                "executor_service_handler",
                ExecutorServiceHandler.class,
                DefaultExecutorServiceHandler.class.getName());

        private final String key;
        private final Class<?> classType;
        private final String defaultValue;

        JobPropertiesEnum(String key, Class<?> classType, String defaultValue) {
            this.key = key;
            this.classType = classType;
            this.defaultValue = defaultValue;
        }

        /** Returns the property with this key; null if there is none. */
        public static JobPropertiesEnum from(String key) {
            for (JobPropertiesEnum each : values()) {
                if (each.key.equals(key)) {
                    return each;
                }
            }
            return null;
        }

        public String getKey() {
            return key;
        }

        public Class<?> getClassType() {
            return classType;
        }

        public String getDefaultValue() {
            return defaultValue;
        }
    }
}
