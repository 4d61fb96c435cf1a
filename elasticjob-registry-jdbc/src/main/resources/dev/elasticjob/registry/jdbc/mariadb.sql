-- The registry of ElasticJob in MariaDB 10.6 and MySQL 8 and newer, schema version 1. Statements end with a line that holds only -- ;;

-- The row with id 0 holds the schema version. trimmed: up to this commit number the log has been deleted. The row of a namespace is
-- its lock.
CREATE TABLE ej_namespace (
    id INT NOT NULL PRIMARY KEY,
    name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL UNIQUE,
    schema_version INT NOT NULL,
    trimmed BIGINT NOT NULL
) ENGINE = InnoDB
-- ;;
-- The keys are the bytes of the path, or a prefix and the SHA-256 of a path of more than 200 bytes.
CREATE TABLE ej_node (
    ns INT NOT NULL,
    node_key VARBINARY(255) NOT NULL,
    parent_key VARBINARY(255) NOT NULL,
    path MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    data MEDIUMBLOB NOT NULL,
    version INT NOT NULL,
    created BIGINT NOT NULL,
    modified BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    owner BIGINT NOT NULL,
    PRIMARY KEY (ns, node_key),
    INDEX ej_node_parent (ns, parent_key),
    INDEX ej_node_owner (ns, owner)
) ENGINE = InnoDB
-- ;;
CREATE TABLE ej_session (
    id BIGINT NOT NULL PRIMARY KEY,
    ns INT NOT NULL,
    timeout_ms BIGINT NOT NULL,
    beat BIGINT NOT NULL,
    generation INT NOT NULL,
    opened BIGINT NOT NULL,
    INDEX ej_session_ns (ns)
) ENGINE = InnoDB
-- ;;
-- Area 1: paths below the node sharding of a job; area 0: all others.
CREATE TABLE ej_log (
    ns INT NOT NULL,
    commit_number BIGINT NOT NULL,
    area SMALLINT NOT NULL,
    paths MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    PRIMARY KEY (ns, commit_number, area)
) ENGINE = InnoDB
-- ;;
-- Whether the database has lost commits that the client has seen. Then all sessions end, and the numbers continue behind the client's.
-- Called in a transaction that holds the lock of the namespace.
CREATE PROCEDURE ej_behind(IN p_ns INT, IN p_seen BIGINT, OUT p_behind INT)
SQL SECURITY INVOKER
BEGIN
    DECLARE v_last BIGINT;
    SELECT COALESCE(MAX(l.commit_number), 0) INTO v_last FROM ej_log l WHERE l.ns = p_ns;
    SET p_behind = p_seen > v_last;
    IF p_behind THEN
        DELETE FROM ej_node WHERE ns = p_ns AND owner <> 0;
        DELETE FROM ej_session WHERE ns = p_ns;
        INSERT INTO ej_log VALUES (p_ns, p_seen + 1, 0, '~/'), (p_ns, p_seen + 1, 1, '~/');
    END IF;
END
-- ;;
-- Outcomes: 0 committed, 1 a condition does not hold, 2 the session is over, 3 another generation, 4 the database had lost commits.
-- p_json: c conditions with key k, flags f and version v, d deletions, s updates with key k and increments v, and n creations with
-- key k, parent p, path t, version v and owner o; data d as Base64, keys as hexadecimal digits. Flags of a condition: 1 present,
-- 2 absent, 4 persistent, 8 without children other than nodes that have a condition, 16 a child of a node with flag 8. Indexes are
-- forced: with old statistics the optimizer reads a whole namespace for every element of the JSON.
CREATE PROCEDURE ej_commit(
    IN p_ns INT, IN p_session BIGINT, IN p_generation INT, IN p_seen BIGINT, IN p_contradictory INT,
    IN p_json LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    IN p_log_0 MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    IN p_log_1 MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
SQL SECURITY INVOKER
body: BEGIN
    DECLARE v_lock INT;
    DECLARE v_behind INT;
    DECLARE v_generation INT;
    DECLARE v_fails INT DEFAULT p_contradictory;
    DECLARE v_number BIGINT;
    DECLARE v_at BIGINT;
    DECLARE v_versions LONGTEXT DEFAULT '';
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    SET SESSION group_concat_max_len = 16777216;
    START TRANSACTION;
    SELECT id INTO v_lock FROM ej_namespace WHERE id = p_ns FOR UPDATE;
    CALL ej_behind(p_ns, p_seen, v_behind);
    IF v_behind THEN
        COMMIT;
        SELECT 4 AS r_outcome;
        LEAVE body;
    END IF;
    SET v_generation = (SELECT generation FROM ej_session WHERE id = p_session AND ns = p_ns);
    IF v_generation IS NULL OR v_generation <> p_generation THEN
        ROLLBACK;
        SELECT IF(v_generation IS NULL, 2, 3) AS r_outcome;
        LEAVE body;
    END IF;
    IF NOT v_fails THEN
        SET v_fails = EXISTS (
            SELECT 1
            FROM JSON_TABLE(p_json, '$.c[*]' COLUMNS (
                k VARCHAR(512) PATH '$.k', f INT PATH '$.f', v INT PATH '$.v')) e
            LEFT JOIN ej_node n FORCE INDEX (PRIMARY) ON n.ns = p_ns AND n.node_key = UNHEX(e.k)
            WHERE e.f & 1 <> 0 AND n.node_key IS NULL
                OR e.f & 2 <> 0 AND n.node_key IS NOT NULL
                OR e.v >= 0 AND n.version <> e.v
                OR e.f & 4 <> 0 AND n.owner <> 0);
    END IF;
    IF NOT v_fails THEN
        -- Nodes that must be childless may have children that have a condition themselves: there must be no more children than those.
        SET v_fails = (
            SELECT COUNT(*)
            FROM JSON_TABLE(p_json, '$.c[*]' COLUMNS (k VARCHAR(512) PATH '$.k', f INT PATH '$.f')) e
            STRAIGHT_JOIN ej_node c FORCE INDEX (ej_node_parent) ON c.ns = p_ns AND c.parent_key = UNHEX(e.k)
            WHERE e.f & 8 <> 0) > (
            SELECT COUNT(*)
            FROM JSON_TABLE(p_json, '$.c[*]' COLUMNS (k VARCHAR(512) PATH '$.k', f INT PATH '$.f')) e
            STRAIGHT_JOIN ej_node n FORCE INDEX (PRIMARY) ON n.ns = p_ns AND n.node_key = UNHEX(e.k)
            WHERE e.f & 16 <> 0);
    END IF;
    IF v_fails THEN
        SELECT 1 AS r_outcome, NULL, NULL, e.i, n.version, n.owner <> 0, IF(e.f & 8 <> 0, (
            SELECT COUNT(*) FROM ej_node c FORCE INDEX (ej_node_parent) WHERE c.ns = p_ns AND c.parent_key = UNHEX(e.k)), 0)
        FROM JSON_TABLE(p_json, '$.c[*]' COLUMNS (
            i FOR ORDINALITY, k VARCHAR(512) PATH '$.k', f INT PATH '$.f')) e
        LEFT JOIN ej_node n FORCE INDEX (PRIMARY) ON n.ns = p_ns AND n.node_key = UNHEX(e.k);
        ROLLBACK;
        LEAVE body;
    END IF;
    SELECT COALESCE(MAX(l.commit_number), 0) + 1 INTO v_number FROM ej_log l WHERE l.ns = p_ns;
    SET v_at = FLOOR(UNIX_TIMESTAMP(NOW(3)) * 1000);
    IF JSON_LENGTH(p_json, '$.d') > 0 THEN
        DELETE n FROM JSON_TABLE(p_json, '$.d[*]' COLUMNS (k VARCHAR(512) PATH '$')) e
            STRAIGHT_JOIN ej_node n FORCE INDEX (PRIMARY) ON n.ns = p_ns AND n.node_key = UNHEX(e.k);
    END IF;
    IF JSON_LENGTH(p_json, '$.n') > 0 THEN
        INSERT INTO ej_node
            SELECT p_ns, UNHEX(e.k), UNHEX(e.p), e.t, FROM_BASE64(e.d), e.v, v_number, v_number, v_at, e.o
            FROM JSON_TABLE(p_json, '$.n[*]' COLUMNS (
                k VARCHAR(512) PATH '$.k', p VARCHAR(512) PATH '$.p',
                t MEDIUMTEXT CHARACTER SET utf8mb4 PATH '$.t', d LONGTEXT PATH '$.d',
                v INT PATH '$.v', o BIGINT PATH '$.o')) e;
    END IF;
    IF JSON_LENGTH(p_json, '$.s') > 0 THEN
        UPDATE JSON_TABLE(p_json, '$.s[*]' COLUMNS (
                k VARCHAR(512) PATH '$.k', v INT PATH '$.v', d LONGTEXT PATH '$.d')) e
            STRAIGHT_JOIN ej_node n FORCE INDEX (PRIMARY) ON n.ns = p_ns AND n.node_key = UNHEX(e.k)
            SET n.data = FROM_BASE64(e.d), n.version = n.version + e.v, n.modified = v_number, n.modified_at = v_at;
        SELECT GROUP_CONCAT(n.version ORDER BY e.i) INTO v_versions
            FROM JSON_TABLE(p_json, '$.s[*]' COLUMNS (i FOR ORDINALITY, k VARCHAR(512) PATH '$.k')) e
            STRAIGHT_JOIN ej_node n FORCE INDEX (PRIMARY) ON n.ns = p_ns AND n.node_key = UNHEX(e.k);
    END IF;
    IF p_log_0 <> '' THEN
        INSERT INTO ej_log VALUES (p_ns, v_number, 0, p_log_0);
    END IF;
    IF p_log_1 <> '' THEN
        INSERT INTO ej_log VALUES (p_ns, v_number, 1, p_log_1);
    END IF;
    COMMIT;
    SELECT 0 AS r_outcome, v_number, v_at, NULL, v_versions;
END
-- ;;
-- Continues sessions on a new connection: a commit that is still under way on an earlier one is applied before, or never.
CREATE PROCEDURE ej_attach(IN p_ns INT, IN p_sessions LONGTEXT, IN p_seen BIGINT)
SQL SECURITY INVOKER
BEGIN
    DECLARE v_lock INT;
    DECLARE v_behind INT;
    DECLARE v_last BIGINT;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    START TRANSACTION;
    SELECT id INTO v_lock FROM ej_namespace WHERE id = p_ns FOR UPDATE;
    CALL ej_behind(p_ns, p_seen, v_behind);
    UPDATE JSON_TABLE(p_sessions, '$[*]' COLUMNS (id BIGINT PATH '$')) e
        STRAIGHT_JOIN ej_session s FORCE INDEX (PRIMARY) ON s.ns = p_ns AND s.id = e.id
        SET s.generation = s.generation + 1, s.beat = s.beat + 1;
    SELECT COALESCE(MAX(l.commit_number), 0) INTO v_last FROM ej_log l WHERE l.ns = p_ns;
    COMMIT;
    SELECT v_behind, v_last, s.id, s.generation
        FROM (SELECT 1 AS one) o LEFT JOIN (
            SELECT t.id, t.generation FROM JSON_TABLE(p_sessions, '$[*]' COLUMNS (id BIGINT PATH '$')) e
            STRAIGHT_JOIN ej_session t FORCE INDEX (PRIMARY) ON t.ns = p_ns AND t.id = e.id) s ON TRUE;
END
-- ;;
-- Ends a session, with the nodes bound to it. p_beat: only if this is still its beat; -1 for any.
CREATE PROCEDURE ej_end(IN p_ns INT, IN p_session BIGINT, IN p_beat BIGINT)
SQL SECURITY INVOKER
body: BEGIN
    DECLARE v_lock INT;
    DECLARE v_number BIGINT;
    DECLARE v_log_0 LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
    DECLARE v_log_1 LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    SET SESSION group_concat_max_len = 16777216;
    START TRANSACTION;
    SELECT id INTO v_lock FROM ej_namespace WHERE id = p_ns FOR UPDATE;
    DELETE FROM ej_session WHERE id = p_session AND ns = p_ns AND (p_beat < 0 OR beat = p_beat);
    IF ROW_COUNT() = 0 THEN
        ROLLBACK;
        SELECT 0;
        LEAVE body;
    END IF;
    SELECT COALESCE(MAX(l.commit_number), 0) + 1 INTO v_number FROM ej_log l WHERE l.ns = p_ns;
    SELECT GROUP_CONCAT(IF(path NOT REGEXP '^/[^/]+/sharding/', CONCAT('*', path), NULL) SEPARATOR '\n'),
            GROUP_CONCAT(IF(path REGEXP '^/[^/]+/sharding/', CONCAT('*', path), NULL) SEPARATOR '\n')
        INTO v_log_0, v_log_1 FROM ej_node WHERE ns = p_ns AND owner = p_session;
    DELETE FROM ej_node WHERE ns = p_ns AND owner = p_session;
    INSERT INTO ej_log VALUES (p_ns, v_number, 0, CONCAT('!', p_session, COALESCE(CONCAT('\n', v_log_0), '')));
    IF v_log_1 IS NOT NULL THEN
        INSERT INTO ej_log VALUES (p_ns, v_number, 1, v_log_1);
    END IF;
    COMMIT;
    SELECT 1;
END
-- ;;
INSERT INTO ej_namespace VALUES (0, '', 1, 0)
