package dev.elasticjob.console.security;

/** What somebody may do; each may do what those before it may. */
public enum Role {
    /** Looks, and changes nothing. */
    GUEST,
    /** Runs jobs: triggers, disables, edits. */
    OPERATOR,
    /** Decides what the console reaches, what workers execute, and who may do what. */
    ADMIN;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    String authority() {
        return "ROLE_" + name();
    }
}
