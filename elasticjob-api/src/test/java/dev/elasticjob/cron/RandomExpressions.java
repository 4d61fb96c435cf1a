package dev.elasticjob.cron;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Creates valid expressions of every form, rare ones as often as common ones. */
final class RandomExpressions {

    private final Random random;

    RandomExpressions(Random random) {
        this.random = random;
    }

    String next() {
        boolean byMonth = random.nextBoolean();
        String text = list(CronField.SECONDS)
                + " " + list(CronField.MINUTES)
                + " " + list(CronField.HOURS)
                + " " + (byMonth ? daysOfMonth() : "?")
                + " " + list(CronField.MONTH)
                + " " + (byMonth ? "?" : daysOfWeek());
        return switch (random.nextInt(6)) {
            case 0 -> text + " *";
            case 1 -> text + " " + years();
            default -> text;
        };
    }

    /** Returns an expression that fires at least once in most hours, so that changes of the clocks are covered. */
    String nextFrequent() {
        return list(CronField.SECONDS) + " " + list(CronField.MINUTES) + " " + list(CronField.HOURS) + " * * ?";
    }

    private String list(CronField field) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> item(field);
            case 3 -> item(field) + "," + item(field);
            case 4 -> item(field) + "," + item(field) + "," + item(field);
            case 5 -> Integer.toString(value(field));
            case 6 -> field == CronField.SECONDS ? "0" : Integer.toString(value(field));
            default -> "*";
        };
    }

    private String item(CronField field) {
        return pick(List.of(
                () -> name(field),
                () -> Integer.toString(value(field)),
                () -> "*/" + step(field),
                () -> value(field) + "/" + step(field),
                () -> "/" + step(field),
                () -> value(field) + "-" + value(field),
                () -> value(field) + "-" + value(field) + "/" + step(field),
                () -> field.names().isEmpty() ? "*" : name(field) + "-" + name(field)));
    }

    private String daysOfMonth() {
        StringBuilder result = new StringBuilder();
        int items = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1;
        for (int i = 0; i < items; i++) {
            result.append(i == 0 ? "" : ",")
                    .append(pick(List.of(
                            () -> item(CronField.DAY_OF_MONTH),
                            () -> Integer.toString(value(CronField.DAY_OF_MONTH)),
                            () -> "*",
                            () -> anyCase("L"),
                            () -> anyCase("LW"),
                            () -> "L-" + random.nextInt(31),
                            () -> "L-" + random.nextInt(31) + anyCase("W"),
                            () -> value(CronField.DAY_OF_MONTH) + anyCase("W"))));
        }
        return result.toString();
    }

    private String daysOfWeek() {
        return pick(List.of(
                () -> list(CronField.DAY_OF_WEEK),
                () -> list(CronField.DAY_OF_WEEK),
                () -> list(CronField.DAY_OF_WEEK),
                () -> anyCase("L"),
                () -> dayOfWeek() + anyCase("L"),
                () -> dayOfWeek() + "#" + (1 + random.nextInt(5))));
    }

    private String dayOfWeek() {
        return random.nextBoolean() ? name(CronField.DAY_OF_WEEK) : Integer.toString(value(CronField.DAY_OF_WEEK));
    }

    private String years() {
        int from = 1970 + random.nextInt(150);
        int to = from + random.nextInt(20);
        return pick(List.of(
                () -> from + "",
                () -> from + "," + to,
                () -> from + "-" + to,
                () -> from + "/" + (1 + random.nextInt(30)),
                () -> "*/" + (1 + random.nextInt(30)),
                () -> from + "-" + to + "/" + (1 + random.nextInt(9))));
    }

    private String name(CronField field) {
        return field.names().isEmpty()
                ? Integer.toString(value(field))
                : anyCase(field.names().get(random.nextInt(field.names().size())));
    }

    private int value(CronField field) {
        return field.min() + random.nextInt(field.size());
    }

    private int step(CronField field) {
        return 1 + random.nextInt(random.nextBoolean() ? Math.min(7, field.maxStep()) : field.maxStep());
    }

    private String anyCase(String text) {
        StringBuilder result = new StringBuilder();
        for (char c : text.toCharArray()) {
            result.append(random.nextBoolean() ? Character.toLowerCase(c) : c);
        }
        return result.toString();
    }

    private String pick(List<Supplier<String>> forms) {
        return forms.get(random.nextInt(forms.size())).get();
    }
}
