package dev.elasticjob.console.rest;

import dev.elasticjob.console.history.HistoryDatabases;
import dev.elasticjob.console.registry.Registries;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.lifecycle.JobViews;
import dev.elasticjob.lifecycle.view.FoundRun;
import dev.elasticjob.lifecycle.view.Places;
import dev.elasticjob.tracing.rdb.query.Execution;
import dev.elasticjob.tracing.rdb.query.ExecutionQuery;
import dev.elasticjob.tracing.rdb.query.HistoryException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Searches jobs, servers and instances in the registry, and runs in a history database. */
@RestController
@RequestMapping(Access.API + "/registries/{registry}/search")
class SearchController {

    private static final int MOST = 100;
    private static final int LONGEST = 500;

    /** Ids in the formats used by the history and by ElasticJob (UUIDs). Shorter prefixes would match too many executions. */
    private static final Pattern EXECUTION_ID = Pattern.compile("[0-9a-z-]{8,40}");

    /** Run ids in the format of the engine. */
    private static final Pattern RUN_ID = Pattern.compile("(cron|trigger|one-off)-.+");

    private static final String TASK_PARTS = "@-@";

    private final Registries registries;
    private final HistoryDatabases databases;

    SearchController(Registries registries, HistoryDatabases databases) {
        this.registries = registries;
        this.databases = databases;
    }

    /** @param jobs number of jobs */
    record Server(String server, int jobs) {}

    /** @param jobs number of jobs */
    record Instance(String instance, int jobs) {}

    /**
     * Search results, limited to the requested number for each kind.
     *
     * @param jobs job names that contain the text
     * @param servers addresses that contain the text
     * @param instances ids that contain the text
     * @param runs current or last runs of items in the registry whose id is the text
     * @param executions executions in the data source whose id begins with the text, or whose task id is the text
     * @param more whether there are more results of any kind
     */
    record Found(
            List<String> jobs,
            List<Server> servers,
            List<Instance> instances,
            List<FoundRun> runs,
            List<Execution> executions,
            boolean more) {}

    @GetMapping
    Found search(
            @PathVariable String registry,
            @RequestParam String text,
            @RequestParam(required = false) String dataSource,
            @RequestParam(defaultValue = "10") int size) {
        String wanted = text.strip();
        if (wanted.isEmpty() || wanted.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "text has " + wanted.length() + " characters; search for 1 to " + LONGEST);
        }
        if (size < 1 || size > MOST) {
            throw new IllegalArgumentException("size is " + size + "; use 1 to " + MOST);
        }
        String lower = wanted.toLowerCase(Locale.ROOT);
        JobViews views = registries.operations(registry).jobs();
        List<String> names = views.names();
        Places places = views.places(names);
        List<String> jobs = first(names.stream().filter(name -> contains(name, lower)), size);
        List<Server> servers = first(
                matching(places.servers(), lower)
                        .map(each -> new Server(each.getKey(), each.getValue().size())),
                size);
        List<Instance> instances = first(
                matching(places.instances(), lower)
                        .map(each -> new Instance(each.getKey(), each.getValue().size())),
                size);
        List<FoundRun> runs = RUN_ID.matcher(wanted).matches() ? first(views.runs(wanted).stream(), size) : List.of();
        List<Execution> executions = dataSource == null ? List.of() : executions(dataSource, wanted, lower, size);
        boolean more = Stream.of(jobs, servers, instances, runs, executions).anyMatch(each -> each.size() > size);
        return new Found(
                cut(jobs, size),
                cut(servers, size),
                cut(instances, size),
                cut(runs, size),
                cut(executions, size),
                more);
    }

    private List<Execution> executions(String dataSource, String wanted, String lower, int size) {
        ExecutionQuery query = new ExecutionQuery().limit(size + 1);
        int job = wanted.indexOf(TASK_PARTS);
        if (job > 0) {
            query.job(wanted.substring(0, job)).task(wanted);
        } else if (EXECUTION_ID.matcher(lower).matches()) {
            query.idBeginning(lower);
        } else {
            return List.of();
        }
        try {
            return databases.read(
                    dataSource, history -> history.executions(query).rows());
        } catch (HistoryException failed) {
            if (failed.isWithoutTables()) {
                return List.of();
            }
            throw failed;
        }
    }

    private static Stream<Map.Entry<String, List<String>>> matching(Map<String, List<String>> places, String lower) {
        return places.entrySet().stream().filter(each -> contains(each.getKey(), lower));
    }

    private static boolean contains(String name, String lower) {
        return name.toLowerCase(Locale.ROOT).contains(lower);
    }

    /** Returns one entry more than requested, to determine whether there are more. */
    private static <T> List<T> first(Stream<T> all, int size) {
        return all.limit(size + 1L).toList();
    }

    private static <T> List<T> cut(List<T> found, int size) {
        return found.size() > size ? found.subList(0, size) : found;
    }
}
