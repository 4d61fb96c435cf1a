package dev.elasticjob.architecture;

/** A dependency as a pom declares it. */
record PomDependency(String groupId, String artifactId, String scope) {

    private static final String GROUP = "dev.elasticjob";

    boolean isOurs() {
        return groupId.equals(GROUP) || groupId.equals("${project.groupId}");
    }

    /** Whether whoever uses the module gets it too, or has to bring it. */
    boolean isOfMainCode() {
        return !scope.equals("test");
    }

    @Override
    public String toString() {
        return groupId + ":" + artifactId + ":" + scope;
    }
}
