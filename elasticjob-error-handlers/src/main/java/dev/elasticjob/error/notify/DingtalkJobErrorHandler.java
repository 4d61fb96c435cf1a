package dev.elasticjob.error.notify;

import java.util.Optional;
import java.util.stream.Stream;

/** {@code DINGTALK}: the robot of a DingTalk group tells that a job failed. */
public final class DingtalkJobErrorHandler extends NotifyingJobErrorHandler {

    /** The robot takes 20000 bytes of JSON; what is escaped in it takes more than its text. */
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

    /** The first line, so that it is not what gets cut. */
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
