package dev.elasticjob.spring.boot;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.jdbc.InitializeSchema;
import dev.elasticjob.registry.jdbc.JdbcConfiguration;
import dev.elasticjob.registry.jdbc.JdbcRegistryCenter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/**
 * Registry in the database that the properties name, or in that of a data source of the application. Of a data source only address and
 * credentials are used, because heartbeats must not wait for a connection of its pool.
 */
final class DatabaseRegistry {

    private static final Pattern SETTING = Pattern.compile("JDBC registry setting (\\w+) '");

    private DatabaseRegistry() {}

    static CoordinatorRegistryCenter create(ElasticJobProperties.RegCenter properties, BeanFactory beans) {
        RegistryConfiguration.require("namespace", properties.getNamespace());
        JdbcConfiguration configuration = configuration(properties, beans);
        try {
            return new JdbcRegistryCenter(configuration);
        } catch (IllegalArgumentException wrong) {
            Matcher setting = SETTING.matcher(String.valueOf(wrong.getMessage()));
            String name = setting.find() && !setting.group(1).equals("url") ? setting.group(1) : "serverLists";
            throw new ElasticJobPropertyException(
                    PropertyNames.ofRegCenter(name), wrong.getMessage(), "Correct it", wrong);
        }
    }

    private static JdbcConfiguration configuration(ElasticJobProperties.RegCenter properties, BeanFactory beans) {
        JdbcConfiguration result;
        String digest = properties.getDigest();
        if (properties.getServerLists().isBlank()) {
            SimpleDriverDataSource source = addressOf(properties, beans);
            result = new JdbcConfiguration(String.valueOf(source.getUrl()), properties.getNamespace());
            result.setUsername(text(source.getUsername()));
            result.setPassword(text(source.getPassword()));
        } else if (!properties.getDataSourceBeanName().isEmpty()) {
            throw new ElasticJobPropertyException(
                    PropertyNames.ofRegCenter("serverLists"),
                    "elasticjob.reg-center.data-source-bean-name is set too, and they exclude each other",
                    "Remove one of them");
        } else {
            result = new JdbcConfiguration(properties.getServerLists(), properties.getNamespace());
        }
        if (!digest.isEmpty()) {
            int colon = digest.indexOf(':');
            result.setUsername(colon < 0 ? digest : digest.substring(0, colon));
            result.setPassword(colon < 0 ? "" : digest.substring(colon + 1));
        }
        result.setSessionTimeoutMilliseconds(properties.getSessionTimeoutMilliseconds());
        Integer otherSpelling = properties.getConnectTimeoutMilliseconds();
        result.setConnectionTimeoutMilliseconds(
                otherSpelling == null ? properties.getConnectionTimeoutMilliseconds() : otherSpelling);
        result.setPollIntervalMilliseconds(properties.getPollIntervalMilliseconds());
        result.setInitializeSchema(
                InitializeSchema.valueOf(properties.getInitializeSchema().name()));
        return result;
    }

    private static SimpleDriverDataSource addressOf(ElasticJobProperties.RegCenter properties, BeanFactory beans) {
        String name = properties.getDataSourceBeanName();
        DataSource pool;
        try {
            pool = name.isEmpty() ? beans.getBean(DataSource.class) : beans.getBean(name, DataSource.class);
        } catch (NoSuchBeanDefinitionException missing) {
            throw new ElasticJobPropertyException(
                    PropertyNames.ofRegCenter(name.isEmpty() ? "serverLists" : "dataSourceBeanName"),
                    "the registry is to be in the application's database, but " + missing.getMessage(),
                    "Configure spring.datasource; where there are several data sources, make one primary or name it in"
                            + " elasticjob.reg-center.data-source-bean-name; or set elasticjob.reg-center.server-lists"
                            + " to a JDBC address",
                    missing);
        }
        try {
            return DataSourceBuilder.derivedFrom(pool)
                    .type(SimpleDriverDataSource.class)
                    .build();
        } catch (RuntimeException unknown) {
            throw new ElasticJobPropertyException(
                    PropertyNames.ofRegCenter("serverLists"),
                    "it is not set, and the address of the application's data source cannot be determined: "
                            + unknown.getMessage(),
                    "Set it to the JDBC address, and elasticjob.reg-center.digest to user:password",
                    unknown);
        }
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }
}
