package dev.elasticjob.api;

/** Names of the properties of {@code SCRIPT} jobs. */
public final class ScriptJobProperties {

    /** Command line; the sharding context is appended to it as JSON. */
    public static final String SCRIPT_KEY = "script.command.line";

    private ScriptJobProperties() {}
}
