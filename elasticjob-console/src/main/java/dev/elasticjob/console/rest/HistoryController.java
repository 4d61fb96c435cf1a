package dev.elasticjob.console.rest;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.console.audit.AuditDetails;
import dev.elasticjob.console.history.DataSourceView;
import dev.elasticjob.console.history.HistoryDatabases;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.tracing.rdb.query.Execution;
import dev.elasticjob.tracing.rdb.query.ExecutionQuery;
import dev.elasticjob.tracing.rdb.query.HistoryException;
import dev.elasticjob.tracing.rdb.query.HourCount;
import dev.elasticjob.tracing.rdb.query.JobHistory;
import dev.elasticjob.tracing.rdb.query.Page;
import dev.elasticjob.tracing.rdb.query.Result;
import dev.elasticjob.tracing.rdb.query.RunGrid;
import dev.elasticjob.tracing.rdb.query.StateChange;
import dev.elasticjob.tracing.rdb.query.StateQuery;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for the history databases and their content. */
@RestController
@RequestMapping(Access.API + "/data-sources")
class HistoryController {

    static final String HINT_HEADER = "X-Console-Hint";

    private static final int MOST_NAMES = 100;
    private static final String NO_TABLES =
            "This database has no tables with history yet, or none that the console's user"
                    + " may see. The first job that writes history there makes them";

    private final HistoryDatabases databases;

    HistoryController(HistoryDatabases databases) {
        this.databases = databases;
    }

    /** @param password password, which is stored sealed and never displayed */
    record NewDataSource(String name, String url, String username, String password) {}

    record DataSourceTest(String url, String username, String password) {}

    record TestResult(boolean reachable) {}

    @GetMapping
    List<DataSourceView> list() {
        return databases.list();
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    DataSourceView add(@RequestBody NewDataSource body, HttpServletRequest request) {
        DataSourceView added = databases.add(body.name(), body.url(), body.username(), body.password());
        AuditDetails.add(request, "dataSource", added.name() + " at " + added.url());
        return added;
    }

    @PostMapping("/test")
    TestResult test(@RequestBody DataSourceTest body) {
        databases.test(body.url(), body.username(), body.password());
        return new TestResult(true);
    }

    @GetMapping("/{dataSource}")
    DataSourceView get(@PathVariable String dataSource) {
        return databases.view(dataSource);
    }

    @DeleteMapping("/{dataSource}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable String dataSource) {
        databases.delete(dataSource);
    }

    /**
     * Runs a query. A database to which no job has written is not an error: the result is empty and a header contains the
     * reason.
     */
    private <T> T read(String dataSource, HttpServletResponse response, T nothing, Function<JobHistory, T> query) {
        try {
            return databases.read(dataSource, query);
        } catch (HistoryException failed) {
            if (!failed.isWithoutTables()) {
                throw failed;
            }
            response.setHeader(HINT_HEADER, NO_TABLES);
            return nothing;
        }
    }

    @GetMapping("/{dataSource}/executions")
    Page<Execution> executions(
            @PathVariable String dataSource,
            @RequestParam(required = false) String job,
            @RequestParam(required = false) Integer item,
            @RequestParam(required = false) String ip,
            @RequestParam(required = false) String hostname,
            @RequestParam(required = false) String task,
            @RequestParam(required = false) Result result,
            @RequestParam(required = false) RunSource source,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to,
            @RequestParam(defaultValue = "-start_time") String sort,
            @RequestParam(defaultValue = "50") int size,
            @RequestParam(required = false) String after,
            HttpServletResponse response) {
        ExecutionQuery query = new ExecutionQuery()
                .job(job)
                .ip(ip)
                .hostname(hostname)
                .task(task)
                .result(result)
                .from(from)
                .to(to)
                .sortedBy(sort(sort), !sort.startsWith("-"))
                .limit(size)
                .after(after);
        if (item != null) {
            query.item(item);
        }
        if (source != null) {
            query.source(source);
        }
        return read(
                dataSource, response, new Page<>(List.of(), Optional.empty()), history -> history.executions(query));
    }

    private static ExecutionQuery.Sort sort(String text) {
        String name = text.replaceFirst("^-", "").toUpperCase(Locale.ROOT);
        for (ExecutionQuery.Sort each : ExecutionQuery.Sort.values()) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        throw new IllegalArgumentException("sort is '" + text + "'; use one of " + List.of(ExecutionQuery.Sort.values())
                + ", with '-' in front to turn it round");
    }

    @GetMapping("/{dataSource}/states")
    Page<StateChange> states(
            @PathVariable String dataSource,
            @RequestParam(required = false) String job,
            @RequestParam(required = false) String task,
            @RequestParam(required = false) String state,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to,
            @RequestParam(defaultValue = "false") boolean ascending,
            @RequestParam(defaultValue = "50") int size,
            @RequestParam(required = false) String after,
            HttpServletResponse response) {
        StateQuery query = new StateQuery()
                .job(job)
                .task(task)
                .state(state)
                .from(from)
                .to(to)
                .ascending(ascending)
                .limit(size)
                .after(after);
        return read(
                dataSource, response, new Page<>(List.of(), Optional.empty()), history -> history.stateChanges(query));
    }

    @GetMapping("/{dataSource}/counts")
    List<HourCount> counts(
            @PathVariable String dataSource,
            @RequestParam(required = false) String job,
            @RequestParam Instant from,
            @RequestParam Instant to,
            HttpServletResponse response) {
        return read(
                dataSource, response, List.of(), history -> history.countsByHour(Optional.ofNullable(job), from, to));
    }

    @GetMapping("/{dataSource}/grid")
    RunGrid grid(
            @PathVariable String dataSource,
            @RequestParam String job,
            @RequestParam(defaultValue = "20") int runs,
            HttpServletResponse response) {
        return read(dataSource, response, new RunGrid(job, List.of()), history -> history.grid(job, runs));
    }

    @GetMapping("/{dataSource}/job-names")
    List<String> jobNames(
            @PathVariable String dataSource,
            @RequestParam(defaultValue = "") String prefix,
            @RequestParam(defaultValue = "20") int size,
            HttpServletResponse response) {
        return read(dataSource, response, List.of(), history -> history.jobNames(prefix, Math.min(size, MOST_NAMES)));
    }

    @GetMapping("/{dataSource}/addresses")
    List<String> addresses(
            @PathVariable String dataSource,
            @RequestParam(defaultValue = "") String prefix,
            @RequestParam(defaultValue = "20") int size,
            HttpServletResponse response) {
        return read(dataSource, response, List.of(), history -> history.addresses(prefix, Math.min(size, MOST_NAMES)));
    }
}
