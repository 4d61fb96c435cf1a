package dev.elasticjob.examples.demo;

import dev.elasticjob.examples.demo.DemoJobs.DemoJob;
import java.io.PrintStream;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * A table of who owns and runs what, and below it the latest events. It is drawn over itself, except for the last row: there
 * the terminal shows what is being typed.
 */
final class LiveView implements View {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final String ESCAPE = "\u001b";
    private static final String SAVE_CURSOR = ESCAPE + "7";
    private static final String RESTORE_CURSOR = ESCAPE + "8";
    private static final String CLEAR_LINE = ESCAPE + "[K";
    private static final String PROMPT = "> ";

    private final PrintStream out;
    private final int rows;
    private final int columns;
    private final Deque<String> events = new ArrayDeque<>();
    private List<String> welcome = List.of();

    LiveView(PrintStream out, int rows, int columns) {
        this.out = out;
        this.rows = rows;
        this.columns = columns;
    }

    @Override
    public void begin(String text) {
        welcome = text.lines().toList();
        typed();
    }

    /** The end of the typed line in the last row has moved everything up. */
    @Override
    public void typed() {
        out.print(ESCAPE + "[2J");
        out.print(at(rows) + CLEAR_LINE + PROMPT);
        out.flush();
    }

    @Override
    public void tell(WorkerLine line) {
        if (line.kind() == WorkerLine.Kind.EVENT) {
            events.addLast(LocalTime.now().format(TIME) + " " + line.text());
            if (events.size() > rows) {
                events.removeFirst();
            }
        }
    }

    @Override
    public void show(List<WorkerProcess> workers, Map<DemoJob, JobState> jobs) {
        StringBuilder screen = new StringBuilder(SAVE_CURSOR);
        int row = 1;
        for (String line : lines(workers, jobs)) {
            screen.append(at(row++)).append(cut(line)).append(CLEAR_LINE);
        }
        out.print(screen.append(RESTORE_CURSOR));
        out.flush();
    }

    private List<String> lines(List<WorkerProcess> workers, Map<DemoJob, JobState> jobs) {
        List<String> lines = new ArrayList<>(welcome);
        lines.add("");
        lines.addAll(new StateTable(workers, jobs).lines());
        lines.add("");
        int space = Math.max(0, rows - 1 - lines.size());
        events.stream().skip(Math.max(0, events.size() - space)).forEach(lines::add);
        while (lines.size() < rows - 1) {
            lines.add("");
        }
        return lines.subList(0, rows - 1);
    }

    private String cut(String line) {
        return line.length() <= columns ? line : line.substring(0, columns);
    }

    private static String at(int row) {
        return ESCAPE + "[" + row + ";1H";
    }

    @Override
    public void end(String farewell) {
        out.println(at(rows) + CLEAR_LINE + farewell);
    }

    /** A row for each worker, a column for each job. */
    record StateTable(List<WorkerProcess> workers, Map<DemoJob, JobState> jobs) {

        List<String> lines() {
            List<String> lines = new ArrayList<>();
            lines.add(row("", "pid", (job, state) -> job.name()));
            for (WorkerProcess worker : workers) {
                String status = worker.state().equals("running") ? String.valueOf(worker.pid()) : worker.state();
                lines.add(row(worker.name(), status, (job, state) -> cell(worker, state)));
            }
            lines.add(row("leader", "", (job, state) -> name(state.leader())));
            lines.add(row("last run", "", (job, state) -> last(state)));
            lines.add(row("next run", "", (job, state) -> next(job)));
            return lines;
        }

        private String row(String name, String status, BiFunction<DemoJob, JobState, String> cell) {
            StringBuilder line = new StringBuilder(String.format(" %-9s %-9s", name, status));
            jobs.forEach((job, state) ->
                    line.append(String.format(" %-" + Math.max(10, 3 * job.items()) + "s", cell.apply(job, state))));
            return line.toString();
        }

        private String cell(WorkerProcess worker, JobState state) {
            StringBuilder cell = new StringBuilder();
            for (int item = 0; item < state.items().size(); item++) {
                JobState.Item each = state.items().get(item);
                boolean owns = is(worker, each.owner());
                boolean runs = is(worker, each.running());
                if (owns || runs) {
                    cell.append(item)
                            .append(runs ? "*" : each.last().equals("failed") ? "!" : " ")
                            .append(' ');
                }
            }
            return cell.toString();
        }

        private boolean is(WorkerProcess worker, String instanceId) {
            return instanceId.contains("@-@" + worker.pid() + "-");
        }

        private String name(String instanceId) {
            return workers.stream()
                    .filter(worker -> is(worker, instanceId))
                    .map(WorkerProcess::name)
                    .findFirst()
                    .orElse("-");
        }

        private static String last(JobState state) {
            List<String> lasts = state.items().stream()
                    .map(JobState.Item::last)
                    .filter(last -> !last.isEmpty())
                    .toList();
            for (String worth : List.of("started", "abandoned", "failed", "done")) {
                long count = lasts.stream().filter(worth::equals).count();
                if (count > 0) {
                    return count + " " + (worth.equals("started") ? "running" : worth);
                }
            }
            return "-";
        }

        private static String next(DemoJob job) {
            return job.next(Instant.now())
                    .map(next -> next.atZone(ZoneId.systemDefault()).format(TIME))
                    .orElse("-");
        }
    }
}
