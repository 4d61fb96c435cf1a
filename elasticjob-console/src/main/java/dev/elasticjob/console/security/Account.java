package dev.elasticjob.console.security;

/** Somebody who may log in with a password. */
record Account(String name, Role role, String passwordHash) {

    /** Changes with role and password. */
    String stamp() {
        return role + ":" + Hashes.sha256(passwordHash);
    }

    /** Without the hash. */
    @Override
    public String toString() {
        return name + " (" + role + ")";
    }
}
