package dev.elasticjob.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Descriptions of schedules in Chinese, which the pages generate. */
@ExtendWith(Stage.class)
class ChineseCronTest {

    private static final Map<String, String> WORDS = new LinkedHashMap<>();

    static {
        WORDS.put("* * * * * ?", "每秒");
        WORDS.put("0/1 * * * * ?", "每秒");
        WORDS.put("0/10 * * * * ?", "每 10 秒");
        WORDS.put("0 * * * * ?", "每分钟");
        WORDS.put("0 0/5 * * * ?", "每 5 分钟");
        WORDS.put("0 0,30 * * * ?", "每 30 分钟");
        WORDS.put("0 3/10 * * * ?", "每 10 分钟（从第 3 分起）");
        WORDS.put("0 0 * * * ?", "每小时整点");
        WORDS.put("0 15 * * * ?", "每小时第 15 分");
        WORDS.put("0 0 0/6 * * ?", "每 6 小时");
        WORDS.put("0 30 3 * * ?", "每天 03:30");
        WORDS.put("15 30 3 * * ?", "每天 03:30:15");
        WORDS.put("0 0 9,18 * * ?", "每天 09:00、18:00");
        WORDS.put("0 0/15 9-17 * * ?", "每天 在 9至17 点内每 15 分钟");
        WORDS.put("0 0 3 ? * MON-FRI", "每周一至周五 03:00");
        WORDS.put("0 0 3 ? * SUN", "每周日 03:00");
        WORDS.put("0 0 3 ? * 6#3", "每月的第三个星期五 03:00");
        WORDS.put("0 0 3 ? * 6L", "每月的最后一个星期五 03:00");
        WORDS.put("0 0 3 1,15 * ?", "每月 1、15 日 03:00");
        WORDS.put("0 0 3 L * ?", "每月 最后一天 03:00");
        WORDS.put("0 0 3 LW * ?", "每月 最后一个工作日 03:00");
        WORDS.put("0 0 3 15W * ?", "每月 离 15 日最近的工作日 03:00");
        WORDS.put("0 0 0 1 1 ? 2099", "2099 年每年 1 月 1 日 00:00");
        WORDS.put("0 0 22-2 * * ?", "每天 00:00、01:00、02:00、22:00、23:00");
    }

    @Test
    void schedules_are_explained_in_chinese() {
        try (Visitor stranger = Stage.stranger()) {
            stranger.open();
            Page page = stranger.page;
            Map<String, Object> said = new LinkedHashMap<>();
            for (String expression : WORDS.keySet()) {
                said.put(
                        expression,
                        page.evaluate(
                                "async text => (await import('/assets/lib/cron-chinese.js')).inChinese(text)",
                                expression));
            }
            assertThat(said).isEqualTo(WORDS);
        }
    }
}
