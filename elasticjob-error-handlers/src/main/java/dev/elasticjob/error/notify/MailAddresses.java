package dev.elasticjob.error.notify;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Sender and recipients of a mail. */
record MailAddresses(
        InternetAddress from, List<InternetAddress> to, List<InternetAddress> cc, List<InternetAddress> bcc) {

    private static final String REMEDY = "Write addresses such as ops@example.com, separated by commas";

    static MailAddresses read(HandlerProperties props) {
        List<InternetAddress> from = list(props, EmailPropertiesConstants.FROM);
        if (from.isEmpty()) {
            throw HandlerProperties.missing(
                    EmailPropertiesConstants.FROM, "Write the address of the sender, such as jobs@example.com");
        }
        if (from.size() > 1) {
            throw HandlerProperties.wrong(
                    EmailPropertiesConstants.FROM, from.toString(), "it is more than one address", "Write one");
        }
        List<InternetAddress> to = list(props, EmailPropertiesConstants.TO);
        if (to.isEmpty()) {
            throw HandlerProperties.missing(EmailPropertiesConstants.TO, REMEDY);
        }
        return new MailAddresses(
                from.get(0), to, list(props, EmailPropertiesConstants.CC), list(props, EmailPropertiesConstants.BCC));
    }

    private static List<InternetAddress> list(HandlerProperties props, String key) {
        String text = props.wrappedText(key).orElse("");
        if (Texts.hasControlCharacter(text)) {
            throw HandlerProperties.wrong(key, text, "control characters are not allowed", "Remove them");
        }
        try {
            return Stream.of(InternetAddress.parse(text, true))
                    .map(each -> checked(key, each))
                    .toList();
        } catch (AddressException malformed) {
            throw HandlerProperties.wrong(key, text, reason(malformed), REMEDY);
        }
    }

    private static InternetAddress checked(String key, InternetAddress address) {
        String text = address.getAddress();
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
            throw HandlerProperties.wrong(key, text, "only ASCII characters are allowed in an address", REMEDY);
        }
        try {
            address.validate();
            // A parsed personal name is sent unencoded; setting it again encodes it.
            address.setPersonal(address.getPersonal(), StandardCharsets.UTF_8.name());
        } catch (AddressException malformed) {
            throw HandlerProperties.wrong(key, text, reason(malformed), REMEDY);
        } catch (UnsupportedEncodingException impossible) {
            throw new IllegalStateException("Every JVM has UTF-8", impossible);
        }
        return address;
    }

    private static String reason(AddressException malformed) {
        return "it is no address: " + Throwables.message(malformed);
    }

    InternetAddress[] all() {
        return Stream.of(to, cc, bcc).flatMap(List::stream).toArray(InternetAddress[]::new);
    }
}
