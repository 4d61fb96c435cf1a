package dev.elasticjob.error.notify;

/** Error handler of type {@code WECHAT}: reports failed jobs to a WeChat Work group through its robot. */
public final class WechatJobErrorHandler extends NotifyingJobErrorHandler {

    /** The robot rejects longer texts. */
    private static final int MAX_BYTES = 2048;

    public WechatJobErrorHandler() {
        this(NotifierClock.SYSTEM, Limits.DEFAULT);
    }

    WechatJobErrorHandler(NotifierClock clock, Limits limits) {
        super(clock, limits);
    }

    @Override
    public String getType() {
        return "WECHAT";
    }

    @Override
    Channel channel(HandlerProperties props, NotifierClock clock) {
        Webhook webhook = Webhook.read(
                props,
                WechatPropertiesConstants.WEBHOOK,
                "Write the address that WeChat shows for the robot, https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=...");
        return new WebhookChannel(
                new Secrets(webhook.secrets()),
                webhook::address,
                text -> RobotMessage.text(Texts.limitBytes(text, MAX_BYTES)),
                props.timeout(
                        WechatPropertiesConstants.CONNECT_TIMEOUT_MILLISECONDS,
                        WechatPropertiesConstants.DEFAULT_CONNECT_TIMEOUT_MILLISECONDS),
                props.timeout(
                        WechatPropertiesConstants.READ_TIMEOUT_MILLISECONDS,
                        WechatPropertiesConstants.DEFAULT_READ_TIMEOUT_MILLISECONDS));
    }
}
