package dev.elasticjob.spi;

/** Extension that is found with {@link java.util.ServiceLoader} and selected by its type in a configuration. */
public interface TypedSPI {

    /** Returns the type by which configurations select the extension. It is never empty and is unique among the extensions of one kind. */
    String getType();
}
