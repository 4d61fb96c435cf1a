package dev.elasticjob.console.security;

import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpMethod;

/**
 * The access rules of the API. The server's security is built from this table, requests that match no rule are denied, and the
 * description of the API contains the required roles.
 */
public final class Access {

    /** Path prefix of the API. */
    public static final String API = "/api/v1";

    private static final String REGISTRY = API + "/registries/{registry}";
    private static final String JOB = REGISTRY + "/jobs/{job}";
    private static final String SERVER = REGISTRY + "/servers/{server}";
    private static final String DATA_SOURCE = API + "/data-sources/{dataSource}";

    private static final Role ANYBODY = null;

    /**
     * An access rule.
     *
     * @param role minimum role; empty for public access
     * @param summary description of the operation
     */
    public record Rule(HttpMethod method, String path, Optional<Role> role, String summary) {}

    private static final List<Rule> RULES = List.of(
            // ---- pages ----
            rule(HttpMethod.GET, "/", ANYBODY, "The first page"),
            rule(HttpMethod.GET, "/index.html", ANYBODY, "The first page"),
            rule(HttpMethod.GET, "/favicon.ico", ANYBODY, "An icon"),
            rule(HttpMethod.GET, "/assets/**", ANYBODY, "What pages consist of"),
            // ---- session and user ----
            rule(HttpMethod.GET, API + "/health", ANYBODY, "Whether the console is up"),
            rule(HttpMethod.GET, API + "/session", ANYBODY, "Who is logged in, and how to log in"),
            rule(HttpMethod.POST, API + "/session", ANYBODY, "Log in with name and password"),
            rule(HttpMethod.DELETE, API + "/session", ANYBODY, "Log out"),
            rule(HttpMethod.PUT, API + "/session/password", Role.GUEST, "Change one's own password"),
            rule(HttpMethod.GET, API + "/openapi", Role.GUEST, "This description"),
            rule(HttpMethod.GET, API + "/openapi.yaml", Role.GUEST, "This description, as YAML"),
            // ---- registries ----
            rule(HttpMethod.GET, API + "/registries", Role.GUEST, "All registries"),
            rule(HttpMethod.POST, API + "/registries", Role.ADMIN, "Add a registry"),
            rule(HttpMethod.POST, API + "/registries/test", Role.ADMIN, "Try to connect to a registry; keeps nothing"),
            rule(HttpMethod.GET, REGISTRY, Role.GUEST, "A registry"),
            rule(HttpMethod.DELETE, REGISTRY, Role.ADMIN, "Forget a registry; nothing in it is changed"),
            rule(HttpMethod.PUT, REGISTRY + "/connection", Role.ADMIN, "Connect to a registry"),
            rule(HttpMethod.DELETE, REGISTRY + "/connection", Role.ADMIN, "Disconnect from a registry"),
            rule(HttpMethod.GET, REGISTRY + "/summary", Role.GUEST, "How many jobs there are, by status, and servers"),
            rule(HttpMethod.GET, REGISTRY + "/overdue", Role.GUEST, "Jobs that should have run and did not, by page"),
            rule(
                    HttpMethod.GET,
                    REGISTRY + "/search",
                    Role.GUEST,
                    "Jobs, servers, instances and runs, by part of a name"),
            rule(
                    HttpMethod.GET,
                    REGISTRY + "/events",
                    Role.GUEST,
                    "Changed jobs, and heartbeats with the state of registry and history, as server-sent events"),
            // ---- jobs ----
            rule(HttpMethod.GET, REGISTRY + "/jobs", Role.GUEST, "Jobs, by page"),
            rule(HttpMethod.GET, JOB, Role.GUEST, "A job"),
            rule(HttpMethod.DELETE, JOB, Role.ADMIN, "Remove a job from the registry"),
            rule(HttpMethod.GET, JOB + "/configuration", Role.GUEST, "The settings of a job, with an ETag"),
            rule(
                    HttpMethod.PUT,
                    JOB + "/configuration",
                    Role.OPERATOR,
                    "Replace the settings of a job; needs If-Match"),
            rule(
                    HttpMethod.PATCH,
                    JOB + "/configuration",
                    Role.OPERATOR,
                    "Change some settings of a job; needs If-Match"),
            rule(
                    HttpMethod.POST,
                    JOB + "/configuration/check",
                    Role.GUEST,
                    "What would be wrong with settings; changes nothing"),
            rule(HttpMethod.GET, JOB + "/configuration/text", Role.GUEST, "The config node as it is, secrets masked"),
            rule(HttpMethod.PUT, JOB + "/configuration/text", Role.ADMIN, "Replace the config node; needs If-Match"),
            rule(HttpMethod.POST, JOB + "/runs", Role.OPERATOR, "Run a job now"),
            rule(HttpMethod.PUT, JOB + "/state", Role.OPERATOR, "Enable or disable a job on all its servers"),
            rule(HttpMethod.DELETE, JOB + "/instances", Role.OPERATOR, "Shut down all instances of a job"),
            rule(HttpMethod.GET, JOB + "/items", Role.GUEST, "The items of a job, by page"),
            rule(HttpMethod.PUT, JOB + "/items/{item}/state", Role.OPERATOR, "Enable or disable an item"),
            rule(HttpMethod.GET, JOB + "/servers", Role.GUEST, "The servers of a job"),
            rule(HttpMethod.PUT, JOB + "/servers/{server}/state", Role.OPERATOR, "Enable or disable a job on a server"),
            rule(HttpMethod.DELETE, JOB + "/servers/{server}", Role.ADMIN, "Remove a server from a job"),
            rule(
                    HttpMethod.DELETE,
                    JOB + "/servers/{server}/instances",
                    Role.OPERATOR,
                    "Shut down the instances of a job on a server"),
            rule(HttpMethod.GET, JOB + "/servers/{server}/dump", Role.OPERATOR, "What a worker has in the registry"),
            rule(HttpMethod.POST, REGISTRY + "/bulk/jobs", Role.OPERATOR, "Do something to many jobs"),
            rule(HttpMethod.POST, REGISTRY + "/bulk/jobs/removal", Role.ADMIN, "Remove many jobs"),
            // ---- servers ----
            rule(HttpMethod.GET, REGISTRY + "/servers", Role.GUEST, "Servers, by page"),
            rule(HttpMethod.GET, SERVER + "/jobs", Role.GUEST, "The jobs on a server, by page"),
            rule(HttpMethod.PUT, SERVER + "/state", Role.OPERATOR, "Enable or disable all jobs on a server"),
            rule(HttpMethod.DELETE, SERVER + "/instances", Role.OPERATOR, "Shut down all instances on a server"),
            rule(HttpMethod.DELETE, SERVER, Role.ADMIN, "Remove a server from all jobs"),
            rule(HttpMethod.POST, REGISTRY + "/bulk/servers", Role.OPERATOR, "Do something to many servers"),
            rule(HttpMethod.POST, REGISTRY + "/bulk/servers/removal", Role.ADMIN, "Remove many servers"),
            // ---- tools ----
            rule(HttpMethod.GET, API + "/cron", Role.GUEST, "A cron expression in words, and when it fires next"),
            rule(HttpMethod.GET, API + "/settings", Role.GUEST, "The settings that jobs have"),
            // ---- history ----
            rule(HttpMethod.GET, API + "/data-sources", Role.GUEST, "All databases with history"),
            rule(HttpMethod.POST, API + "/data-sources", Role.ADMIN, "Add a database with history"),
            rule(
                    HttpMethod.POST,
                    API + "/data-sources/test",
                    Role.ADMIN,
                    "Try to connect to a database; keeps nothing"),
            rule(HttpMethod.GET, DATA_SOURCE, Role.GUEST, "A database with history"),
            rule(HttpMethod.DELETE, DATA_SOURCE, Role.ADMIN, "Forget a database; nothing in it is changed"),
            rule(HttpMethod.GET, DATA_SOURCE + "/executions", Role.GUEST, "Runs of items, by page"),
            rule(HttpMethod.GET, DATA_SOURCE + "/states", Role.GUEST, "Changes of tasks' states, by page"),
            rule(HttpMethod.GET, DATA_SOURCE + "/counts", Role.GUEST, "How many runs there were, by the hour"),
            rule(HttpMethod.GET, DATA_SOURCE + "/grid", Role.GUEST, "The last runs of a job and all their items"),
            rule(HttpMethod.GET, DATA_SOURCE + "/job-names", Role.GUEST, "Names of jobs that begin so"),
            rule(HttpMethod.GET, DATA_SOURCE + "/addresses", Role.GUEST, "Addresses that begin so"),
            // ---- administration ----
            rule(HttpMethod.GET, API + "/accounts", Role.ADMIN, "All accounts"),
            rule(HttpMethod.PUT, API + "/accounts/{account}", Role.ADMIN, "Add an account, or change it"),
            rule(HttpMethod.DELETE, API + "/accounts/{account}", Role.ADMIN, "Delete an account"),
            rule(HttpMethod.GET, API + "/tokens", Role.ADMIN, "All tokens"),
            rule(HttpMethod.POST, API + "/tokens", Role.ADMIN, "Make a token; it is shown this once"),
            rule(HttpMethod.DELETE, API + "/tokens/{token}", Role.ADMIN, "Revoke a token"),
            rule(HttpMethod.GET, API + "/audit", Role.ADMIN, "What was done, the latest first"));

    private Access() {}

    private static Rule rule(HttpMethod method, String path, Role role, String summary) {
        return new Rule(method, path, Optional.ofNullable(role), summary);
    }

    public static List<Rule> rules() {
        return RULES;
    }
}
