package dev.elasticjob.console.rest;

import dev.elasticjob.lifecycle.JobViews;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import dev.elasticjob.lifecycle.view.JobOverview;
import dev.elasticjob.lifecycle.view.OverdueJob;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A filter and an order for a list of jobs. A query that only needs names reads the jobs of one page; any other query reads all
 * jobs.
 *
 * @param search part of the name, case-insensitive
 * @param text part of the name, description or label
 * @param overdue whether the job missed a fire
 * @param sort field to sort by; the prefix {@code -} reverses the order
 */
record JobQuery(
        String search, String text, JobStatus status, String label, Boolean problem, Boolean overdue, String sort) {

    private static final Comparator<JobOverview> BY_NAME = Comparator.comparing(JobOverview::jobName);

    private static final Map<String, Comparator<JobOverview>> ORDERS = new TreeMap<>(Map.of(
            "name", BY_NAME,
            "status", Comparator.comparing(JobOverview::status),
            "instances", Comparator.comparing(job -> job.instances().size()),
            "items", Comparator.comparing(job -> JobRow.of(job).shardingTotalCount()),
            "nextFire", Comparator.comparing(job -> job.nextFire().orElse(Instant.MAX))));

    PageView<JobRow> page(JobViews jobs, PageRequest page) {
        String field = field();
        Comparator<JobOverview> order = ORDERS.get(field);
        if (order == null) {
            throw new IllegalArgumentException(
                    "sort is '" + sort + "'; use one of " + ORDERS.keySet() + ", with '-' in front to turn it round");
        }
        if (field.equals("name")
                && text == null
                && status == null
                && label == null
                && problem == null
                && overdue == null) {
            return pageOfNames(jobs, page);
        }
        Comparator<JobOverview> directed = isTurned() ? order.reversed() : order;
        List<JobRow> rows = all(jobs).stream()
                .filter(this::fits)
                .sorted(directed.thenComparing(BY_NAME))
                .map(JobRow::of)
                .toList();
        return PageView.of(rows, page);
    }

    private List<JobOverview> all(JobViews jobs) {
        List<JobOverview> all = jobs.overviews();
        if (overdue == null) {
            return all;
        }
        Set<String> late =
                jobs.overdue().jobs().stream().map(OverdueJob::jobName).collect(Collectors.toSet());
        return all.stream()
                .filter(job -> overdue == late.contains(job.jobName()))
                .toList();
    }

    private PageView<JobRow> pageOfNames(JobViews jobs, PageRequest page) {
        Comparator<String> order = isTurned() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        List<String> names = jobs.names().stream()
                .filter(name -> contains(name, search))
                .sorted(order)
                .toList();
        List<JobRow> rows = jobs.overviews(page.of(names)).stream()
                .sorted(Comparator.comparing(JobOverview::jobName, order))
                .map(JobRow::of)
                .toList();
        return new PageView<>(rows, page.page(), page.size(), names.size());
    }

    private boolean fits(JobOverview job) {
        JobRow row = JobRow.of(job);
        return contains(row.name(), search)
                && (contains(row.name(), text) || contains(row.description(), text) || contains(row.label(), text))
                && (status == null || row.status() == status)
                && (label == null || row.label().equals(label))
                && (problem == null
                        || problem
                                == (row.problem().isPresent() || !row.warnings().isEmpty()));
    }

    private static boolean contains(String where, String what) {
        return what == null || where.toLowerCase(Locale.ROOT).contains(what.toLowerCase(Locale.ROOT));
    }

    private boolean isTurned() {
        return sort != null && sort.startsWith("-");
    }

    private String field() {
        return sort == null || sort.isEmpty() ? "name" : isTurned() ? sort.substring(1) : sort;
    }
}
