package dev.elasticjob.spi;

/** An extension that is found with {@link java.util.ServiceLoader} and chosen by its type in a configuration. */
public interface TypedSPI {

    /** The name by which configurations choose it. Never empty, unique among the extensions of one kind. */
    String getType();
}
