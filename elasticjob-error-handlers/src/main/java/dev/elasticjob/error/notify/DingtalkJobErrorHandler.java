package dev.elasticjob.error.notify;

import java.util.Optional;
import java.util.stream.Stream;

/** Error handler of type {@code DINGTALK}: reports failed jobs to a DingTalk group through its robot. */
public final class DingtalkJobErrorHandler extends NotifyingJobErrorHandler {

    /** The robot accepts 20000 bytes of JSON; the limit is lower because JSON escapes enlarge the text. */
    private static final int MAX_BYTES = 12_000;

    private static final int LONGEST_KEYWORD = 200;

    public DingtalkJobErrorHandler() {
        this(NotifierClock.SYSTEM, Limits.DEFAULT);
    }

    DingtalkJobErrorHandler(NotifierClock clock, Limits limits) {
        super(clock, limits);
    }

    @Override
    public String getType() {
        return "DINGTALK";
    }

    @Override
    Channel channel(HandlerProperties props, NotifierClock clock) {
        Webhook webhook = Webhook.read(
                props,
                DingtalkPropertiesConstants.WEBHOOK,
                "Write the address that DingTalk shows for the robot, https://oapi.dingtalk.com/robot/send?access_token=...");
        Optional<DingtalkSignature> signature =
                props.secret(DingtalkPropertiesConstants.SECRET).map(DingtalkSignature::new);
        String keyword = keyword(props);
        return new WebhookChannel(
                new Secrets(Stream.concat(
                        webhook.secrets(),
                        signature.stream().map(each -> each.secret().text()))),
                () -> signature
                        .map(each -> webhook.with(each.query(clock.now().toEpochMilli())))
                        .orElseGet(webhook::address),
                text -> RobotMessage.text(Texts.limitBytes(keyword + text, MAX_BYTES)),
                props.timeout(
                        DingtalkPropertiesConstants.CONNECT_TIMEOUT_MILLISECONDS,
                        DingtalkPropertiesConstants.DEFAULT_CONNECT_TIMEOUT_MILLISECONDS),
                props.timeout(
                        DingtalkPropertiesConstants.READ_TIMEOUT_MILLISECONDS,
                        DingtalkPropertiesConstants.DEFAULT_READ_TIMEOUT_MILLISECONDS));
    }

    /** Returns the keyword for the first line of the message, so that truncation does not remove it. */
    private static String keyword(HandlerProperties props) {
        String keyword = props.text(DingtalkPropertiesConstants.KEYWORD).orElse("");
        if (keyword.length() > LONGEST_KEYWORD) {
            throw HandlerProperties.wrong(
                    DingtalkPropertiesConstants.KEYWORD,
                    keyword,
                    "it is longer than " + LONGEST_KEYWORD + " characters",
                    "Write one of the keywords that were set for the robot");
        }
        return keyword.isEmpty() ? "" : keyword + "\n";
    }
}
