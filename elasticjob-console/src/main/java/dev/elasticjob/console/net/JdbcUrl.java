package dev.elasticjob.console.net;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A JDBC URL that was parsed and rebuilt. Some URL options make drivers run statements and scripts, load classes, read files or
 * deserialise data from the server. Therefore only listed kinds of network databases are allowed, with listed options that have
 * no effects beyond the connection.
 */
public final class JdbcUrl {

    private static final String DATABASE = "[A-Za-z0-9_][A-Za-z0-9_.$-]*";
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.,:/+-]*");

    private enum Kind {
        POSTGRESQL(
                "jdbc:postgresql://",
                "org.postgresql.Driver",
                5432,
                "\\?",
                "&",
                Set.of(
                        "ssl",
                        "sslmode",
                        "currentschema",
                        "connecttimeout",
                        "sockettimeout",
                        "logintimeout",
                        "applicationname",
                        "tcpkeepalive",
                        "targetservertype"),
                Map.of("socketTimeout", "10")),
        MARIADB(
                "jdbc:mariadb://",
                "org.mariadb.jdbc.Driver",
                3306,
                "\\?",
                "&",
                Set.of("usessl", "sslmode", "connecttimeout", "sockettimeout", "timezone", "tcpkeepalive"),
                Map.of("allowLocalInfile", "false", "socketTimeout", "10000")),
        MYSQL(
                "jdbc:mysql://",
                "com.mysql.cj.jdbc.Driver",
                3306,
                "\\?",
                "&",
                Set.of(
                        "usessl",
                        "requiressl",
                        "sslmode",
                        "servertimezone",
                        "connectiontimezone",
                        "connecttimeout",
                        "sockettimeout",
                        "characterencoding",
                        "useunicode",
                        "tcpkeepalive"),
                Map.of(
                        "allowLoadLocalInfile", "false",
                        "allowUrlInLocalInfile", "false",
                        "autoDeserialize", "false",
                        "socketTimeout", "10000")),
        SQLSERVER(
                "jdbc:sqlserver://",
                "com.microsoft.sqlserver.jdbc.SQLServerDriver",
                1433,
                ";",
                ";",
                Set.of(
                        "databasename",
                        "database",
                        "encrypt",
                        "trustservercertificate",
                        "hostnameincertificate",
                        "logintimeout",
                        "sockettimeout",
                        "applicationname"),
                Map.of("socketTimeout", "10000")),
        ORACLE(
                "jdbc:oracle:thin:@//",
                "oracle.jdbc.OracleDriver",
                1521,
                "\\?",
                "&",
                Set.of(),
                Map.of("oracle.jdbc.ReadTimeout", "10000")),
        DB2("jdbc:db2://", "com.ibm.db2.jcc.DB2Driver", 50000, ":", ";", Set.of("sslconnection"), Map.of()),
        H2("jdbc:h2:tcp://", "org.h2.Driver", 9092, ";", ";", Set.of(), Map.of());

        final String prefix;
        final String driver;
        final String optionsStart;
        final String optionsSeparator;
        final int port;
        final Set<String> options;
        final Map<String, String> always;
        final Pattern form;

        Kind(
                String prefix,
                String driver,
                int port,
                String optionsStart,
                String optionsSeparator,
                Set<String> options,
                Map<String, String> always) {
            this.prefix = prefix;
            this.driver = driver;
            this.port = port;
            this.optionsStart = optionsStart.replace("\\", "");
            this.optionsSeparator = optionsSeparator;
            this.options = options;
            this.always = always;
            String host = "(?:" + HostAndPort.HOST + ")(?::\\d{1,5})?";
            String database =
                    prefix.startsWith("jdbc:h2:") ? "(?:mem:)?[~]?/?" + DATABASE + "(?:/" + DATABASE + ")*" : DATABASE;
            this.form = Pattern.compile(
                    "(" + host + "(?:," + host + ")*)(?:/(" + database + ")?)?(?:" + optionsStart + "(.*))?");
        }
    }

    private final Kind kind;
    private final List<HostAndPort> hosts;
    private final String text;

    private JdbcUrl(Kind kind, List<HostAndPort> hosts, String text) {
        this.kind = kind;
        this.hosts = hosts;
        this.text = text;
    }

    /** @throws IllegalArgumentException if the kind of database or an option is not on the list */
    public static JdbcUrl parse(String url) {
        for (Kind kind : Kind.values()) {
            if (url.startsWith(kind.prefix)) {
                return parse(kind, url);
            }
        }
        throw new IllegalArgumentException("The JDBC URL must begin with one of "
                + List.of(Kind.values()).stream().map(each -> each.prefix).collect(Collectors.joining(", "))
                + "; no other driver is loaded");
    }

    private static JdbcUrl parse(Kind kind, String url) {
        Matcher matcher = kind.form.matcher(url.substring(kind.prefix.length()));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("The JDBC URL must look like " + kind.prefix + "host:" + kind.port
                    + "/database, with nothing but letters, digits and . _ - $ in the names");
        }
        List<HostAndPort> hosts = HostAndPort.parseList("JDBC URL", matcher.group(1), kind.port);
        String database = matcher.group(2) == null ? "" : "/" + matcher.group(2);
        String options = options(kind, matcher.group(3));
        String text = kind.prefix
                + hosts.stream().map(HostAndPort::toString).collect(Collectors.joining(","))
                + database
                + (options.isEmpty() ? "" : kind.optionsStart + options);
        return new JdbcUrl(kind, hosts, text);
    }

    private static String options(Kind kind, String text) {
        Map<String, String> options = new TreeMap<>();
        if (text != null) {
            for (String each : text.split(kind.optionsSeparator)) {
                if (each.isEmpty()) {
                    continue;
                }
                int equals = each.indexOf('=');
                String name = equals < 0 ? each : each.substring(0, equals);
                String value = equals < 0 ? "" : each.substring(equals + 1);
                if (!kind.options.contains(name.toLowerCase(Locale.ROOT))) {
                    throw new IllegalArgumentException("The JDBC URL has the option '" + name
                            + "', which is not let through; allowed are "
                            + kind.options.stream().sorted().toList()
                            + ". Leave it out");
                }
                if (!VALUE.matcher(value).matches()) {
                    throw new IllegalArgumentException("The JDBC URL's option '" + name
                            + "' has characters in its value that are not let through; write it plainly");
                }
                options.put(name, value);
            }
        }
        return options.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(kind.optionsSeparator));
    }

    /** Checks all hosts of the URL. */
    public void requireAllowed(AddressPolicy policy) {
        hosts.forEach(each -> policy.require("JDBC URL", each.host(), each.port()));
    }

    /** Returns whether a registry can be in a database of this kind. */
    public boolean canHoldRegistry() {
        return Set.of(Kind.POSTGRESQL, Kind.MARIADB, Kind.MYSQL).contains(kind);
    }

    /** Returns the URL with the options that make the driver safe, for clients that accept no properties. */
    public String withSafeOptions() {
        String safe = kind.always.entrySet().stream()
                .filter(each -> !each.getKey().equals("socketTimeout"))
                .map(each -> each.getKey() + "=" + each.getValue())
                .sorted()
                .collect(Collectors.joining(kind.optionsSeparator));
        return safe.isEmpty()
                ? text
                : text + (text.contains(kind.optionsStart) ? kind.optionsSeparator : kind.optionsStart) + safe;
    }

    public String driverClass() {
        return kind.driver;
    }

    /** Properties that are always set. A socket timeout releases connections to a database that stopped responding. */
    public Properties alwaysSet() {
        Properties result = new Properties();
        kind.always.forEach(result::setProperty);
        return result;
    }

    /** Returns the URL. It contains no secrets, because user and password are not allowed as options. */
    @Override
    public String toString() {
        return text;
    }
}
