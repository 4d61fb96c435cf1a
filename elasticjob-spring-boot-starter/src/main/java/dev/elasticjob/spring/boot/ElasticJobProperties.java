package dev.elasticjob.spring.boot;

import dev.elasticjob.registry.zookeeper.AclMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** All settings of the starter. One that is not known keeps the application from starting: it is most likely misspelt. */
@ConfigurationProperties(prefix = ElasticJobProperties.PREFIX, ignoreUnknownFields = false)
public class ElasticJobProperties {

    static final String PREFIX = "elasticjob";

    /** Whether jobs are run at all. */
    private boolean enabled = true;

    /**
     * Keys below elasticjob. that belong to the application or another library, without the prefix: my-wrapper stands for
     * elasticjob.my-wrapper and everything below it. They are not checked.
     */
    private List<String> foreignKeys = new ArrayList<>();

    /** A registry in this process, for development only: no other process shares the jobs. */
    private DevelopmentRegistry.Kind developmentRegistry;

    @NestedConfigurationProperty
    private final RegCenter regCenter = new RegCenter();

    /** The jobs, by name. */
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

    /** Where ZooKeeper is, and how to talk to it. */
    public static class RegCenter {

        /** The servers: host1:2181,host2:2181. */
        private String serverLists = "";

        /** The node below which everything is kept, without a slash at either end. */
        private String namespace = "";

        /** How long to wait before a read that lost its connection is repeated for the first time. */
        private int baseSleepTimeMilliseconds = 1000;

        /** The longest wait before a read is repeated. */
        private int maxSleepTimeMilliseconds = 3000;

        /** How many times a read that lost its connection is repeated. */
        private int maxRetries = 3;

        /** How long the servers shall keep a silent session. */
        private int sessionTimeoutMilliseconds = 60000;

        /** How long to wait for a new session before giving up. */
        private int connectionTimeoutMilliseconds = 15000;

        /** The same as connection-timeout-milliseconds. */
        private Integer connectTimeoutMilliseconds;

        /** Credentials user:password; none when empty. */
        private String digest = "";

        /** Who may use the nodes we create. Creator with a digest, open without. */
        private AclMode aclMode;

        /** Settings of the ZooKeeper client, such as zookeeper.client.secure. */
        private Map<String, String> clientProperties = new LinkedHashMap<>();

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

    /** Where the history of jobs goes. */
    public static class Tracing {

        /** The kind of history; RDB writes to the application's data source. None when empty. */
        private String type = "";

        /** Jobs whose history is written, and no other's. Excludes exclude-job-names. */
        private List<String> includeJobNames = new ArrayList<>();

        /** Jobs whose history is not written. Excludes include-job-names. */
        private List<String> excludeJobNames = new ArrayList<>();

        /** The bean of the data source, where there are several and none is primary. */
        private String dataSourceBeanName = "";

        /** A database for the history alone. Excludes data-source-bean-name. */
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

    /** A database for the history, apart from the application's. */
    public static class DataSource {

        /** The JDBC address. Without it the history goes to the application's data source. */
        private String url = "";

        /** The user. */
        private String username;

        /** The user's password. */
        private String password;

        /** The class of the driver; that of the JDBC address when empty. */
        private String driverClassName = "";

        /** The class of the connection pool; the first that is on the class path when empty. */
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

    /** The port that answers dump@jobName. */
    public static class Dump {

        /** Whether the port is opened, if there is one. */
        private boolean enabled = true;

        /** The port; 0 for any. None is opened without it. */
        private Integer port;

        /** The address to listen on; the loopback address when empty. Whoever can reach it can read. */
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

        /** Whether items run on virtual threads, on Java 21 and newer; spring.threads.virtual.enabled unless set. */
        private Boolean virtual;

        public Boolean getVirtual() {
            return virtual;
        }

        public void setVirtual(Boolean virtual) {
            this.virtual = virtual;
        }
    }
}
