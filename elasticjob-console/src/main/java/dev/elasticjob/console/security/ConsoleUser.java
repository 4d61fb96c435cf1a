package dev.elasticjob.console.security;

import java.io.Serializable;

/**
 * Somebody who is logged in.
 *
 * @param stamp changes with the account: a session that has an older one is over
 */
public record ConsoleUser(String name, Role role, Way way, String stamp) implements Serializable {

    /** How they showed who they are. */
    public enum Way {
        PASSWORD,
        TOKEN,
        SINGLE_SIGN_ON
    }
}
