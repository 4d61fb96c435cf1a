-- The registry of ElasticJob in H2, schema version 1. Statements end with a line that holds only -- ;;

-- The row with id 0 holds the schema version. trimmed: up to this commit number the log has been deleted. The row of a namespace is
-- its lock.
CREATE TABLE ej_namespace (
    id INT NOT NULL PRIMARY KEY,
    name VARCHAR(255) NOT NULL UNIQUE,
    schema_version INT NOT NULL,
    trimmed BIGINT NOT NULL
)
-- ;;
-- The keys are the bytes of the path, or a prefix and the SHA-256 of a path of more than 200 bytes.
CREATE TABLE ej_node (
    ns INT NOT NULL,
    node_key VARBINARY(255) NOT NULL,
    parent_key VARBINARY(255) NOT NULL,
    path VARCHAR NOT NULL,
    data VARBINARY NOT NULL,
    version INT NOT NULL,
    created BIGINT NOT NULL,
    modified BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    owner BIGINT NOT NULL,
    PRIMARY KEY (ns, node_key)
)
-- ;;
CREATE INDEX ej_node_parent ON ej_node (ns, parent_key)
-- ;;
CREATE INDEX ej_node_owner ON ej_node (ns, owner)
-- ;;
CREATE TABLE ej_session (
    id BIGINT NOT NULL PRIMARY KEY,
    ns INT NOT NULL,
    timeout_ms BIGINT NOT NULL,
    beat BIGINT NOT NULL,
    generation INT NOT NULL,
    opened BIGINT NOT NULL
)
-- ;;
CREATE INDEX ej_session_ns ON ej_session (ns)
-- ;;
-- Area 1: paths below the node sharding of a job; area 0: all others.
CREATE TABLE ej_log (
    ns INT NOT NULL,
    commit_number BIGINT NOT NULL,
    area SMALLINT NOT NULL,
    paths VARCHAR NOT NULL,
    PRIMARY KEY (ns, commit_number, area)
)
-- ;;
INSERT INTO ej_namespace VALUES (0, '', 1, 0)
