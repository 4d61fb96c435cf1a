package dev.elasticjob.spring.boot;

import dev.elasticjob.registry.zookeeper.AclMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** All settings of the starter. An unknown property prevents the application from starting, because it is most likely misspelt. */
@ConfigurationProperties(prefix = ElasticJobProperties.PREFIX, ignoreUnknownFields = false)
public class ElasticJobProperties {

    static final String PREFIX = "elasticjob";

    /** Whether jobs are started at all. */
    private boolean enabled = true;

    /**
     * Keys below elasticjob. that belong to the application or another library, without the prefix: my-wrapper stands for
     * elasticjob.my-wrapper and everything below it. They are not checked.
     */
    private List<String> foreignKeys = new ArrayList<>();

    /** Registry in this process, for development only: jobs are not shared with other processes. */
    private DevelopmentRegistry.Kind developmentRegistry;

    @NestedConfigurationProperty
    private final RegCenter regCenter = new RegCenter();

    /** Jobs by name. */
    private Map<String, JobProperties> jobs = new LinkedHashMap<>();

    @NestedConfigurationProperty
    private final Tracing tracing = new Tracing();

    @NestedConfigurationProperty
    private final Dump dump = new Dump();

    @NestedConfigurationProperty
    private final Threads threads = new Threads();

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public List<String> getForeignKeys() {
        return foreignKeys;
    }

    public void setForeignKeys(List<String> foreignKeys) {
        this.foreignKeys = foreignKeys;
    }

    public DevelopmentRegistry.Kind getDevelopmentRegistry() {
        return developmentRegistry;
    }

    public void setDevelopmentRegistry(DevelopmentRegistry.Kind developmentRegistry) {
        this.developmentRegistry = developmentRegistry;
    }

    public RegCenter getRegCenter() {
        return regCenter;
    }

    public Map<String, JobProperties> getJobs() {
        return jobs;
    }

    public void setJobs(Map<String, JobProperties> jobs) {
        this.jobs = jobs;
    }

    public Tracing getTracing() {
        return tracing;
    }

    public Dump getDump() {
        return dump;
    }

    public Threads getThreads() {
        return threads;
    }

    /** Kind of registry. */
    public enum RegistryType {
        ZOOKEEPER,
        /** Relational database; needs the module elasticjob-registry-jdbc. */
        JDBC
    }

    /** When the tables of a registry in a database are created. */
    public enum InitializeSchema {
        /** In H2 only. */
        EMBEDDED,
        ALWAYS,
        NEVER
    }

    /** Address of the registry, and settings of the connection. */
    public static class RegCenter {

        /** Kind of registry. Default is jdbc if server-lists begins with jdbc: or data-source-bean-name is set, otherwise zookeeper. */
        private RegistryType type;

        /** Servers: host1:2181,host2:2181. With the type jdbc the JDBC address; the application's data source if empty. */
        private String serverLists = "";

        /** Bean name of the data source whose database is the registry. Its address is used, not its connections. */
        private String dataSourceBeanName = "";

        /** When to create the tables of a registry in a database. */
        private InitializeSchema initializeSchema = InitializeSchema.EMBEDDED;

        /** Longest time until a change in a database is noticed. Default depends on the database. */
        private int pollIntervalMilliseconds;

        /** Node below which all data is stored, without a slash at either end; in a database the name of the namespace. */
        private String namespace = "";

        /** Delay before a read that lost its connection is repeated for the first time. */
        private int baseSleepTimeMilliseconds = 1000;

        /** Longest delay before a read is repeated. */
        private int maxSleepTimeMilliseconds = 3000;

        /** How often a read that lost its connection is repeated. */
        private int maxRetries = 3;

        /** How long the servers keep a session without requests. */
        private int sessionTimeoutMilliseconds = 60000;

        /** How long to wait for a new session before opening it fails. */
        private int connectionTimeoutMilliseconds = 15000;

        /** Alias of connection-timeout-milliseconds. */
        private Integer connectTimeoutMilliseconds;

        /** Credentials user:password; none if empty. */
        private String digest = "";

        /** Access rights of created nodes. Creator with a digest, open without. */
        private AclMode aclMode;

        /** Properties of the ZooKeeper client, such as zookeeper.client.secure. */
        private Map<String, String> clientProperties = new LinkedHashMap<>();

        public RegistryType getType() {
            return type;
        }

        public void setType(RegistryType type) {
            this.type = type;
        }

        public String getDataSourceBeanName() {
            return dataSourceBeanName;
        }

        public void setDataSourceBeanName(String dataSourceBeanName) {
            this.dataSourceBeanName = dataSourceBeanName;
        }

        public InitializeSchema getInitializeSchema() {
            return initializeSchema;
        }

        public void setInitializeSchema(InitializeSchema initializeSchema) {
            this.initializeSchema = initializeSchema;
        }

        public int getPollIntervalMilliseconds() {
            return pollIntervalMilliseconds;
        }

        public void setPollIntervalMilliseconds(int pollIntervalMilliseconds) {
            this.pollIntervalMilliseconds = pollIntervalMilliseconds;
        }

        public String getServerLists() {
            return serverLists;
        }

        public void setServerLists(String serverLists) {
            this.serverLists = serverLists;
        }

        public String getNamespace() {
            return namespace;
        }

        public void setNamespace(String namespace) {
            this.namespace = namespace;
        }

        public int getBaseSleepTimeMilliseconds() {
            return baseSleepTimeMilliseconds;
        }

        public void setBaseSleepTimeMilliseconds(int baseSleepTimeMilliseconds) {
            this.baseSleepTimeMilliseconds = baseSleepTimeMilliseconds;
        }

        public int getMaxSleepTimeMilliseconds() {
            return maxSleepTimeMilliseconds;
        }

        public void setMaxSleepTimeMilliseconds(int maxSleepTimeMilliseconds) {
            this.maxSleepTimeMilliseconds = maxSleepTimeMilliseconds;
        }

        public int getMaxRetries() {
            return maxRetries;
        }

        public void setMaxRetries(int maxRetries) {
            this.maxRetries = maxRetries;
        }

        public int getSessionTimeoutMilliseconds() {
            return sessionTimeoutMilliseconds;
        }

        public void setSessionTimeoutMilliseconds(int sessionTimeoutMilliseconds) {
            this.sessionTimeoutMilliseconds = sessionTimeoutMilliseconds;
        }

        public int getConnectionTimeoutMilliseconds() {
            return connectionTimeoutMilliseconds;
        }

        public void setConnectionTimeoutMilliseconds(int connectionTimeoutMilliseconds) {
            this.connectionTimeoutMilliseconds = connectionTimeoutMilliseconds;
        }

        public Integer getConnectTimeoutMilliseconds() {
            return connectTimeoutMilliseconds;
        }

        public void setConnectTimeoutMilliseconds(Integer connectTimeoutMilliseconds) {
            this.connectTimeoutMilliseconds = connectTimeoutMilliseconds;
        }

        public String getDigest() {
            return digest;
        }

        public void setDigest(String digest) {
            this.digest = digest;
        }

        public AclMode getAclMode() {
            return aclMode;
        }

        public void setAclMode(AclMode aclMode) {
            this.aclMode = aclMode;
        }

        public Map<String, String> getClientProperties() {
            return clientProperties;
        }

        public void setClientProperties(Map<String, String> clientProperties) {
            this.clientProperties = clientProperties;
        }
    }

    /** Storage of the history of jobs. */
    public static class Tracing {

        /** Type of the history; RDB writes to the application's data source. None if empty. */
        private String type = "";

        /** Jobs whose history is recorded, excluding all others. Cannot be combined with exclude-job-names. */
        private List<String> includeJobNames = new ArrayList<>();

        /** Jobs whose history is not recorded. Cannot be combined with include-job-names. */
        private List<String> excludeJobNames = new ArrayList<>();

        /** Bean name of the data source, if there are several and none is primary. Cannot be combined with data-source. */
        private String dataSourceBeanName = "";

        /** Separate database for the history. Cannot be combined with data-source-bean-name. */
        @NestedConfigurationProperty
        private final DataSource dataSource = new DataSource();

        /** Settings of the history, such as retention.days. */
        private Map<String, String> settings = new LinkedHashMap<>();

        public String getType() {
            return type;
        }

        public void setType(String type) {
            this.type = type;
        }

        public List<String> getIncludeJobNames() {
            return includeJobNames;
        }

        public void setIncludeJobNames(List<String> includeJobNames) {
            this.includeJobNames = includeJobNames;
        }

        public List<String> getExcludeJobNames() {
            return excludeJobNames;
        }

        public void setExcludeJobNames(List<String> excludeJobNames) {
            this.excludeJobNames = excludeJobNames;
        }

        public String getDataSourceBeanName() {
            return dataSourceBeanName;
        }

        public void setDataSourceBeanName(String dataSourceBeanName) {
            this.dataSourceBeanName = dataSourceBeanName;
        }

        public DataSource getDataSource() {
            return dataSource;
        }

        public Map<String, String> getSettings() {
            return settings;
        }

        public void setSettings(Map<String, String> settings) {
            this.settings = settings;
        }
    }

    /** Database for the history, separate from the application's. */
    public static class DataSource {

        /** JDBC address. Without it the history is written to the application's data source. */
        private String url = "";

        /** Database user. */
        private String username;

        /** Password of the database user. */
        private String password;

        /** Class of the driver; determined by the JDBC address if empty. */
        private String driverClassName = "";

        /** Class of the connection pool; the first one on the class path if empty. */
        private Class<? extends javax.sql.DataSource> type;

        public String getUrl() {
            return url;
        }

        public void setUrl(String url) {
            this.url = url;
        }

        public String getUsername() {
            return username;
        }

        public void setUsername(String username) {
            this.username = username;
        }

        public String getPassword() {
            return password;
        }

        public void setPassword(String password) {
            this.password = password;
        }

        public String getDriverClassName() {
            return driverClassName;
        }

        public void setDriverClassName(String driverClassName) {
            this.driverClassName = driverClassName;
        }

        public Class<? extends javax.sql.DataSource> getType() {
            return type;
        }

        public void setType(Class<? extends javax.sql.DataSource> type) {
            this.type = type;
        }
    }

    /** Port that answers dump@jobName. */
    public static class Dump {

        /** Whether the port is opened, if one is configured. */
        private boolean enabled = true;

        /** Port; 0 for any free port. No port is opened if it is not set. */
        private Integer port;

        /** Address to listen on; the loopback address if empty. Every client that can reach the port can read dumps. */
        private String address = "";

        public boolean isEnabled() {
            return enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }

        public Integer getPort() {
            return port;
        }

        public void setPort(Integer port) {
            this.port = port;
        }

        public String getAddress() {
            return address;
        }

        public void setAddress(String address) {
            this.address = address;
        }
    }

    /** Threads that run items. */
    public static class Threads {

        /** Whether items run on virtual threads, on Java 21 and newer. Default is the value of spring.threads.virtual.enabled. */
        private Boolean virtual;

        public Boolean getVirtual() {
            return virtual;
        }

        public void setVirtual(Boolean virtual) {
            this.virtual = virtual;
        }
    }
}
