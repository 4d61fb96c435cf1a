package dev.elasticjob.console.rest;

import dev.elasticjob.console.security.Access;
import dev.elasticjob.cron.CronExpression;
import dev.elasticjob.cron.TimeZones;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Explains cron expressions. */
@RestController
@RequestMapping(Access.API + "/cron")
class CronController {

    private static final int MOST = 100;

    private final InstantSource clock;

    CronController(InstantSource clock) {
        this.clock = clock;
    }

    /** @param next next fire times by the console's clock; fewer than requested if the schedule ends earlier */
    record Explanation(String expression, String timeZone, String explanation, List<Instant> next) {}

    @GetMapping
    Explanation explain(
            @RequestParam String expression,
            @RequestParam(defaultValue = "") String timeZone,
            @RequestParam(defaultValue = "10") int count) {
        if (count < 0 || count > MOST) {
            throw new IllegalArgumentException("count is " + count + "; use 0 to " + MOST);
        }
        CronExpression cron = CronExpression.parse(expression);
        ZoneId zone = timeZone.isEmpty() ? ZoneId.systemDefault() : TimeZones.parse(timeZone);
        List<Instant> next = new ArrayList<>();
        Optional<Instant> fire = cron.next(clock.instant(), zone);
        while (fire.isPresent() && next.size() < count) {
            next.add(fire.get());
            fire = cron.next(fire.get(), zone);
        }
        return new Explanation(expression, zone.getId(), cron.explain(), next);
    }
}
