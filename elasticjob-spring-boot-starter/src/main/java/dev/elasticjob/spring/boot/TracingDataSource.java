package dev.elasticjob.spring.boot;

import javax.sql.DataSource;
import org.springframework.boot.jdbc.DataSourceBuilder;

/** Connection pool for {@code elasticjob.tracing.data-source}, closed with the application. */
final class TracingDataSource {

    private static final String PREFIX = ElasticJobProperties.PREFIX + ".tracing.data-source";

    private final DataSource dataSource;

    private TracingDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    static TracingDataSource open(ElasticJobProperties.Tracing tracing) {
        if (!tracing.getDataSourceBeanName().isEmpty()) {
            throw new ElasticJobPropertyException(
                    PREFIX + ".url",
                    "elasticjob.tracing.data-source-bean-name is set too, and they exclude each other",
                    "Remove one of them");
        }
        try {
            return new TracingDataSource(build(tracing.getDataSource()));
        } catch (NoClassDefFoundError missing) {
            throw new ElasticJobPropertyException(
                    PREFIX + ".url",
                    "Spring Boot's support for JDBC is not on the class path",
                    "Add spring-boot-starter-jdbc and the driver of the database",
                    missing);
        } catch (RuntimeException wrong) {
            throw new ElasticJobPropertyException(
                    PREFIX + ".url",
                    "a data source cannot be created: " + wrong.getMessage(),
                    "Add a connection pool, such as the one of spring-boot-starter-jdbc, and the driver of the"
                            + " database, and check " + PREFIX + ".driver-class-name and " + PREFIX + ".type",
                    wrong);
        }
    }

    private static DataSource build(ElasticJobProperties.DataSource settings) {
        DataSourceBuilder<?> builder = DataSourceBuilder.create().url(settings.getUrl());
        if (settings.getUsername() != null) {
            builder.username(settings.getUsername());
        }
        if (settings.getPassword() != null) {
            builder.password(settings.getPassword());
        }
        if (!settings.getDriverClassName().isEmpty()) {
            builder.driverClassName(settings.getDriverClassName());
        }
        if (settings.getType() != null) {
            builder.type(settings.getType());
        }
        return builder.build();
    }

    DataSource dataSource() {
        return dataSource;
    }

    /** Called by Spring. */
    public void close() throws Exception {
        if (dataSource instanceof AutoCloseable pool) {
            pool.close();
        }
    }
}
