package dev.elasticjob.api;

import dev.elasticjob.api.JobSetting.Kind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Type of a setting: how its values are written as texts.
 *
 * @param parser reads a text; throws {@link IllegalArgumentException} with the reason only
 * @param remedy what to write instead of a text that cannot be read
 * @param choices the possible texts, if there are only a few
 */
record SettingType<T>(
        Kind kind,
        Function<String, T> parser,
        Function<T, String> formatter,
        Function<T, T> normalizer,
        String remedy,
        List<String> choices) {

    static final SettingType<String> TEXT = of(Kind.TEXT, Function.identity(), Function.identity(), "Write a text");

    /** Text in which leading and trailing blanks have no meaning. */
    static final SettingType<String> STRIPPED =
            new SettingType<>(Kind.TEXT, String::strip, Function.identity(), String::strip, "Write a text", List.of());

    static final SettingType<Boolean> SWITCH =
            of(Kind.SWITCH, SettingType::bool, String::valueOf, "Write true or false");

    static final SettingType<Integer> NUMBER =
            of(Kind.NUMBER, SettingType::number, String::valueOf, "Write digits only, such as 3");

    static final SettingType<Duration> DURATION = of(Kind.TEXT, Durations::parse, Durations::format, Durations.REMEDY);

    static final SettingType<Retry> RETRY = of(Kind.TEXT, Retry::read, Retry::toString, Retry.REMEDY);

    static final SettingType<List<String>> LIST = new SettingType<>(
            Kind.LIST,
            SettingType::list,
            values -> String.join(",", values),
            values -> values.stream().filter(Objects::nonNull).toList(),
            "Write texts separated by commas",
            List.of());

    static final SettingType<SortedMap<String, String>> PROPERTIES = of(
            Kind.PROPERTIES,
            text -> {
                throw new IllegalArgumentException("it is not a single text");
            },
            Object::toString,
            "Set each property separately");

    static <E extends Enum<E>> SettingType<E> choice(Class<E> type) {
        List<String> names =
                Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
        return new SettingType<>(
                Kind.CHOICE,
                text -> Enum.valueOf(type, oneOf(text, names)),
                Enum::name,
                Function.identity(),
                "Write " + String.join(" or ", names),
                names);
    }

    private static final Set<String> ON = Set.of("true", "yes", "on");
    private static final Set<String> OFF = Set.of("false", "no", "off");

    private static <T> SettingType<T> of(
            Kind kind, Function<String, T> parser, Function<T, String> formatter, String remedy) {
        return new SettingType<>(kind, parser, formatter, Function.identity(), remedy, List.of());
    }

    private static String oneOf(String text, List<String> names) {
        String name = text.strip().toUpperCase(Locale.ROOT).replace('-', '_');
        if (!names.contains(name)) {
            throw new IllegalArgumentException("it is not one of " + String.join(", ", names));
        }
        return name;
    }

    private static Boolean bool(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (!ON.contains(word) && !OFF.contains(word)) {
            throw new IllegalArgumentException("it is neither true nor false");
        }
        return ON.contains(word);
    }

    private static Integer number(String text) {
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException malformed) {
            throw new IllegalArgumentException("it is not a whole number", malformed);
        }
    }

    private static List<String> list(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }
}
