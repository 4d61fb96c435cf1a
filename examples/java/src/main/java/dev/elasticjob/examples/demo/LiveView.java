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
 * A table of owners and running items, with the latest events below it. It is redrawn in place except for the last row,
 * which shows the user's input.
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
    private List<String> console = List.of();

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

    @Override
    public void console(String text) {
        console = text.lines().toList();
    }

    /** Clears the screen, because the line break after the input in the last row has scrolled it. */
    @Override
    public void typed() {
        out.print(ESCAPE + "[2J");
        out.print(at(rows) + CLEAR_LINE + PROMPT);
        out.flush();
    }

    @Override
    public void show(WorkerLine line) {
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
        List<String> lines = new ArrayList<>(console);
        lines.addAll(welcome);
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
            List<List<String>> rows = new ArrayList<>();
            rows.add(row("", "pid", (job, state) -> job.name()));
            for (WorkerProcess worker : workers) {
                String status = worker.state().equals("running") ? String.valueOf(worker.pid()) : worker.state();
                rows.add(row(worker.name(), status, (job, state) -> cell(worker, state)));
            }
            rows.add(row("leader", "", (job, state) -> name(state.leader())));
            rows.add(row("last run", "", (job, state) -> last(state)));
            rows.add(row("next run", "", (job, state) -> next(job)));
            return rows.stream().map(row -> line(row, widths(rows))).toList();
        }

        private List<String> row(String name, String status, BiFunction<DemoJob, JobState, String> cell) {
            List<String> row = new ArrayList<>(List.of(name, status));
            jobs.forEach((job, state) -> row.add(cell.apply(job, state)));
            return row;
        }

        /** Keeps a minimum width, so that columns do not move. */
        private static List<Integer> widths(List<List<String>> rows) {
            List<Integer> widths = new ArrayList<>();
            for (int column = 0; column < rows.get(0).size(); column++) {
                int at = column;
                widths.add(rows.stream().mapToInt(row -> row.get(at).length()).reduce(8, Math::max));
            }
            return widths;
        }

        private static String line(List<String> row, List<Integer> widths) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(String.format(" %-" + widths.get(column) + "s", row.get(column)));
            }
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
            return cell.toString().stripTrailing();
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
                    return count + " " + (worth.equals("started") ? "run" : worth);
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
