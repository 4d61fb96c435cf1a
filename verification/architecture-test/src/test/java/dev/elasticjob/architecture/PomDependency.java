package dev.elasticjob.architecture;

/** A dependency as declared in a pom. */
record PomDependency(String groupId, String artifactId, String scope) {

    private static final String GROUP = "dev.elasticjob";

    boolean isOurs() {
        return groupId.equals(GROUP) || groupId.equals("${project.groupId}");
    }

    /** Returns whether users of the module get the dependency transitively or have to provide it. */
    boolean isOfMainCode() {
        return !scope.equals("test");
    }

    @Override
    public String toString() {
        return groupId + ":" + artifactId + ":" + scope;
    }
}
