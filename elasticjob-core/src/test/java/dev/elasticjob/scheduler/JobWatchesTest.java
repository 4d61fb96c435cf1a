package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Watch;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class JobWatchesTest {

    private static final String PATH = "/job/config";
    private static final Duration LATER = Duration.ofSeconds(1);

    private final ManualTimer timer = new ManualTimer();
    private final List<Hint> hints = new ArrayList<>();
    private final JobWatches watches = new JobWatches(
            timer.reliable(), new Mailbox(Runnable::run, () -> {}, timer.guard(), () -> {}), timer.guard(), hints::add);

    /** A session whose watches can fail. */
    private static final class Watched {
        final Map<String, Consumer<Hint>> receivers = new TreeMap<>();
        int failures;
        int closed;

        RegistrySession session() {
            return (RegistrySession) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {RegistrySession.class}, (proxy, method, arguments) -> {
                        assertThat(method.getName()).isEqualTo("watch");
                        return watch((String) arguments[0], arguments[2]);
                    });
        }

        @SuppressWarnings("unchecked")
        private Watch watch(String path, Object receiver) {
            if (failures-- > 0) {
                throw new IllegalStateException("injected");
            }
            receivers.put(path, (Consumer<Hint>) receiver);
            return () -> {
                closed++;
                receivers.remove(path);
            };
        }
    }

    private final Watched first = new Watched();

    private void open(Watched watched) {
        watches.sessionOpened(watched.session());
    }

    @Test
    void a_watch_that_could_not_be_set_is_set_again_and_reports_what_may_have_changed() {
        open(first);
        first.failures = 2;
        watches.set(PATH, Watch.Scope.NODE);
        assertThat(first.receivers).isEmpty();
        timer.pass(LATER);
        assertThat(first.receivers).containsOnlyKeys(PATH);
        assertThat(hints).isNotEmpty().allMatch(hint -> hint.path().equals(PATH) && hint.below());
    }

    @Test
    void a_watch_that_is_no_longer_needed_is_not_set_again() {
        open(first);
        first.failures = 1;
        watches.set(PATH, Watch.Scope.NODE);
        watches.remove(PATH);
        timer.pass(LATER);
        assertThat(first.receivers).isEmpty();
        assertThat(hints).isEmpty();
    }

    @Test
    void a_watch_that_could_not_be_set_is_not_set_in_the_next_session() {
        open(first);
        first.failures = 1;
        watches.set(PATH, Watch.Scope.NODE);
        Watched second = new Watched();
        open(second);
        timer.pass(LATER);
        assertThat(first.receivers).isEmpty();
        assertThat(second.receivers).isEmpty();
    }

    @Test
    void hints_of_the_session_before_are_dropped() {
        open(first);
        watches.set(PATH, Watch.Scope.NODE);
        Consumer<Hint> before = first.receivers.get(PATH);
        before.accept(new Hint(PATH, false));
        assertThat(hints).hasSize(1);
        open(new Watched());
        before.accept(new Hint(PATH, false));
        assertThat(hints).hasSize(1);
    }

    @Test
    void watches_are_removed_when_they_are_no_longer_needed_and_at_the_end() {
        open(first);
        watches.set(PATH, Watch.Scope.NODE);
        watches.set("/job/servers", Watch.Scope.SUBTREE);
        watches.remove(PATH);
        assertThat(first.receivers).containsOnlyKeys("/job/servers");
        watches.close();
        assertThat(first.closed).isEqualTo(2);
    }
}
