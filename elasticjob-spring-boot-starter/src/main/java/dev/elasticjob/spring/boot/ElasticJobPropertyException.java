package dev.elasticjob.spring.boot;

/** Thrown for a property with which the application must not start. */
public final class ElasticJobPropertyException extends IllegalArgumentException {

    private final String property;
    private final String reason;
    private final String remedy;

    ElasticJobPropertyException(String property, String reason, String remedy) {
        this(property, reason, remedy, null);
    }

    ElasticJobPropertyException(String property, String reason, String remedy, Throwable cause) {
        super(property + ": " + reason + ". " + remedy, cause);
        this.property = property;
        this.reason = reason;
        this.remedy = remedy;
    }

    public String property() {
        return property;
    }

    String reason() {
        return reason;
    }

    String remedy() {
        return remedy;
    }
}
