package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.JobEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Events that are written together, as rows. The start and the end of a run within one batch form one row. */
final class Batch {

    /** A run whose instance was lost, and the event that reports the failover. */
    record Lost(String id, JobEvent.FailedOver event) {

        /** Returns the value of a column that is written at the end of a run. */
        Object value(String column) {
            return switch (column) {
                case "id" -> id;
                case "failure_cause" -> cause();
                case "is_success" -> false;
                case "complete_time" -> event.at();
                default -> throw new IllegalArgumentException("There is no value for " + column);
            };
        }

        private String cause() {
            return "Instance " + event.lostInstanceId() + " was lost before the run had ended; "
                    + event.run().instanceId() + " took it over";
        }
    }

    private final Map<String, ExecutionRow> executions = new LinkedHashMap<>();
    private final List<StateRow> states = new ArrayList<>();
    private final List<Lost> lost = new ArrayList<>();
    private final int events;

    Batch(List<JobEvent> events, RowIds ids) {
        this.events = events.size();
        for (JobEvent event : events) {
            if (event instanceof JobEvent.Started started) {
                row(event, started.run()).begins = true;
            } else if (event instanceof JobEvent.Finished finished) {
                row(event, finished.run()).end(event.at(), true, null);
            } else if (event instanceof JobEvent.Failed failed) {
                row(event, failed.run()).end(event.at(), false, Causes.textOf(failed.cause()));
            } else if (event instanceof JobEvent.Abandoned abandoned) {
                row(event, abandoned.run()).end(event.at(), false, abandoned.reason());
            } else if (event instanceof JobEvent.FailedOver over) {
                lost.add(new Lost(RowIds.ofLostRun(event.jobName(), over.run(), over.lostInstanceId()), over));
            } else if (event instanceof JobEvent.TaskChanged changed) {
                states.add(new StateRow(ids.ofState(event.at()), changed));
            } else {
                throw new IllegalArgumentException("There is no row for " + event);
            }
        }
    }

    static boolean isWritten(JobEvent event) {
        return event instanceof JobEvent.Started
                || event instanceof JobEvent.Finished
                || event instanceof JobEvent.Failed
                || event instanceof JobEvent.Abandoned
                || event instanceof JobEvent.FailedOver
                || event instanceof JobEvent.TaskChanged;
    }

    private ExecutionRow row(JobEvent event, JobEvent.Run run) {
        ExecutionRow row = executions.computeIfAbsent(
                RowIds.ofRun(event.jobName(), run), id -> new ExecutionRow(id, event.jobName(), run));
        row.events++;
        return row;
    }

    int events() {
        return events;
    }

    /** Returns the number of events that are ends of runs. */
    int ends() {
        return (int) executions.values().stream().filter(row -> row.end != null).count();
    }

    Collection<ExecutionRow> executions() {
        return executions.values();
    }

    List<StateRow> states() {
        return states;
    }

    List<Lost> lost() {
        return lost;
    }
}
