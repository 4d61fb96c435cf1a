package dev.elasticjob.error.notify;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Formats notices as text. The important lines come first, because some channels truncate early. */
final class NoticeText {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS xxx");

    private final String host;
    private final DateTimeFormatter format;

    NoticeText(String host, ZoneId zone) {
        this.host = host;
        format = TIME.withZone(zone);
    }

    String of(Notice notice) {
        StringBuilder text = new StringBuilder(headline(notice)).append('\n');
        line(text, notice.repeats() > 0 ? "First time" : "Time", at(notice.time()));
        if (notice.repeats() > 0) {
            line(text, "Last time", at(notice.until()));
        }
        line(text, "Host", host);
        line(text, notice.mixed() ? "First error" : "Error", notice.error());
        if (!notice.rootCause().isEmpty()) {
            line(text, "Root cause", notice.rootCause());
        }
        return text.append('\n').append(notice.stackTrace()).toString();
    }

    private static String headline(Notice notice) {
        String failed = "Job '" + notice.jobName() + "' failed";
        if (notice.repeats() == 0) {
            return failed;
        }
        String times = notice.repeats() == 1 ? " once more" : " " + notice.repeats() + " more times";
        return failed + times + (notice.mixed() ? ", with different errors" : " with the same error");
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(value).append('\n');
    }

    private String at(Instant time) {
        return format.format(time);
    }
}
