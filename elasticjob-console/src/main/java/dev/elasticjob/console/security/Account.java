package dev.elasticjob.console.security;

/** An account for login with a password. */
record Account(String name, Role role, String passwordHash) {

    /** Returns a value that changes with the role and the password. */
    String stamp() {
        return role + ":" + Hashes.sha256(passwordHash);
    }

    /** Omits the password hash. */
    @Override
    public String toString() {
        return name + " (" + role + ")";
    }
}
