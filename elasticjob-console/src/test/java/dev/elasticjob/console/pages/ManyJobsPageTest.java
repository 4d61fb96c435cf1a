package dev.elasticjob.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.elasticjob.console.rest.ManyJobs;
import dev.elasticjob.console.security.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The page of ten thousand jobs. The resources that the browser needs are bounded, and its frame rate is logged. */
@ExtendWith({Stage.class, ManyJobs.class})
class ManyJobsPageTest {

    private static final Logger LOG = LoggerFactory.getLogger(ManyJobsPageTest.class);
    private static final int MOST_ELEMENTS = 3_000;

    private static final String COUNT_FRAMES = """
        () => {
          window.frames = [];
          let last = performance.now();
          const next = now => {
            window.frames.push(now - last);
            last = now;
            requestAnimationFrame(next);
          };
          requestAnimationFrame(next);
        }
        """;

    private static final String TELL_FRAMES = """
        () => {
          const all = window.frames.splice(0).sort((a, b) => a - b);
          const at = part => all[Math.min(all.length - 1, Math.floor(all.length * part))].toFixed(1);
          return all.length + ' frames, median ' + at(0.5) + ' ms, 95 % ' + at(0.95) + ' ms, longest ' + at(1) + ' ms';
        }
        """;

    private static void tell(String what, Page page) {
        LOG.info("{}: {}", what, page.evaluate(TELL_FRAMES));
    }

    @Test
    void ten_thousand_jobs_are_scrolled_and_searched_with_few_elements() {
        try (Visitor operator = Stage.visitor(Role.OPERATOR)) {
            Page page = operator.page;
            page.evaluate("name => localStorage.setItem('registry', name)", ManyJobs.tree().registry);
            page.addInitScript("localStorage.setItem('registry', '" + ManyJobs.tree().registry + "')");
            page.reload();
            page.setViewportSize(1440, 900);
            operator.look("jobs");
            operator.sees(page.locator(".pager"), "1–50 of " + ManyJobs.JOBS);
            operator.sees(page.locator(".strip").first(), "–");
            assertThat(((Number) page.evaluate("document.querySelectorAll('*').length")).intValue())
                    .isLessThan(MOST_ELEMENTS);
            LOG.info("elements: {}", page.evaluate("document.querySelectorAll('*').length"));

            page.evaluate(COUNT_FRAMES);
            page.mouse().move(700, 500);
            for (int i = 0; i < 30; i++) {
                page.mouse().wheel(0, i < 15 ? 120 : -120);
                page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
            }
            tell("scrolling", page);
            page.locator(".search-field input").pressSequentially("job-00042");
            operator.sees(page.locator(".pager"), "1–1 of 1");
            tell("searching", page);
            page.locator("tbody input[type=checkbox]").check();
            operator.sees(page.locator(".bulk"), "1 selected");
            page.locator(".search-field input").fill("");
            operator.sees(page.locator(".pager"), "of " + ManyJobs.JOBS);
            operator.button("200").click();
            operator.sees(page.locator("tbody tr").first(), "nightly-job-09950");
            tell("paging", page);
            operator.nothingWasComplainedOf();
        }
    }
}
