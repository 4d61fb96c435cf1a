package dev.elasticjob.console.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JDBC URLs that are accepted, and the resulting URLs. {@code SecurityHistoryTest} covers rejected ones. */
class JdbcUrlTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    jdbc:postgresql://db:5432/history | jdbc:postgresql://db:5432/history | org.postgresql.Driver
                    jdbc:postgresql://db/history?sslmode=require&ApplicationName=console | jdbc:postgresql://db:5432/history?ApplicationName=console&sslmode=require | org.postgresql.Driver
                    jdbc:postgresql://a:1,b:2/history?targetServerType=primary | jdbc:postgresql://a:1,b:2/history?targetServerType=primary | org.postgresql.Driver
                    jdbc:mysql://[fd12::1]:3306/history?useSSL=true&serverTimezone=UTC | jdbc:mysql://[fd12::1]:3306/history?serverTimezone=UTC&useSSL=true | com.mysql.cj.jdbc.Driver
                    jdbc:mariadb://db/history | jdbc:mariadb://db:3306/history | org.mariadb.jdbc.Driver
                    jdbc:sqlserver://db:1433;databaseName=history;encrypt=true | jdbc:sqlserver://db:1433;databaseName=history;encrypt=true | com.microsoft.sqlserver.jdbc.SQLServerDriver
                    jdbc:oracle:thin:@//db:1521/HISTORY | jdbc:oracle:thin:@//db:1521/HISTORY | oracle.jdbc.OracleDriver
                    jdbc:h2:tcp://db/~/history/all | jdbc:h2:tcp://db:9092/~/history/all | org.h2.Driver
                    """)
    void a_plain_url_is_taken_apart_and_put_together_again(String url, String text, String driver) {
        JdbcUrl parsed = JdbcUrl.parse(url);
        assertThat(parsed).hasToString(text);
        assertThat(parsed.driverClass()).isEqualTo(driver);
        assertThat(JdbcUrl.parse(text)).hasToString(text);
    }
}
