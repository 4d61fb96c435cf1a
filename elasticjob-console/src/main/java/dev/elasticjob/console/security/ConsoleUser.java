package dev.elasticjob.console.security;

import java.io.Serializable;

/**
 * A logged-in user.
 *
 * @param stamp changes with the account; sessions with an older stamp have ended
 */
public record ConsoleUser(String name, Role role, Way way, String stamp) implements Serializable {

    /** Authentication method. */
    public enum Way {
        PASSWORD,
        TOKEN,
        SINGLE_SIGN_ON
    }
}
