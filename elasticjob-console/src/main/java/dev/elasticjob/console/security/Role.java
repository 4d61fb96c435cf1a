package dev.elasticjob.console.security;

/** Roles in ascending order; each includes the permissions of the previous ones. */
public enum Role {
    /** Read access. */
    GUEST,
    /** Operates jobs: triggers, disables and edits them. */
    OPERATOR,
    /** Manages registries, databases, access, and the code that workers execute. */
    ADMIN;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    String authority() {
        return "ROLE_" + name();
    }
}
