-- The registry of ElasticJob in PostgreSQL 14 and newer, schema version 1. Statements end with a line that holds only -- ;;

-- The row with id 0 holds the schema version. trimmed: up to this commit number the log has been deleted.
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
    node_key BYTEA NOT NULL,
    parent_key BYTEA NOT NULL,
    path TEXT NOT NULL,
    data BYTEA NOT NULL,
    version INT NOT NULL,
    created BIGINT NOT NULL,
    modified BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    owner BIGINT NOT NULL,
    PRIMARY KEY (ns, node_key)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05)
-- ;;
CREATE INDEX ej_node_parent ON ej_node (ns, parent_key)
-- ;;
CREATE INDEX ej_node_owner ON ej_node (ns, owner) WHERE owner <> 0
-- ;;
CREATE TABLE ej_session (
    id BIGINT NOT NULL PRIMARY KEY,
    ns INT NOT NULL,
    timeout_ms BIGINT NOT NULL,
    beat BIGINT NOT NULL,
    generation INT NOT NULL,
    opened BIGINT NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05)
-- ;;
CREATE INDEX ej_session_ns ON ej_session (ns)
-- ;;
-- Area 1: paths below the node sharding of a job; area 0: all others.
CREATE TABLE ej_log (
    ns INT NOT NULL,
    commit_number BIGINT NOT NULL,
    area SMALLINT NOT NULL,
    paths TEXT NOT NULL,
    PRIMARY KEY (ns, commit_number, area)
)
-- ;;
CREATE FUNCTION ej_lock(p_ns INT, p_lock_timeout INT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('lock_timeout', p_lock_timeout::text, true);
    IF current_setting('synchronous_commit') = 'off' THEN
        PERFORM set_config('synchronous_commit', 'on', true);
    END IF;
    PERFORM pg_advisory_xact_lock(('ej_node'::regclass::oid::bigint % 2147483647)::int, p_ns);
END $$
-- ;;
-- Whether the database has lost commits that the client has seen. Then all sessions end, and the numbers continue behind the client's.
CREATE FUNCTION ej_behind(p_ns INT, p_seen BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
    IF p_seen <= COALESCE((SELECT MAX(l.commit_number) FROM ej_log l WHERE l.ns = p_ns), 0) THEN
        RETURN false;
    END IF;
    DELETE FROM ej_node n WHERE n.ns = p_ns AND n.owner <> 0;
    DELETE FROM ej_session s WHERE s.ns = p_ns;
    INSERT INTO ej_log VALUES (p_ns, p_seen + 1, 0, '~/'), (p_ns, p_seen + 1, 1, '~/');
    RETURN true;
END $$
-- ;;
-- Outcomes: 0 committed, 1 a condition does not hold, 2 the session is over, 3 another generation, 4 the database had lost commits.
-- Flags of a condition: 1 present, 2 absent, 4 persistent, 8 without children other than nodes that have a condition.
CREATE FUNCTION ej_commit(
    p_ns INT, p_session BIGINT, p_generation INT, p_seen BIGINT, p_lock_timeout INT, p_contradictory BOOLEAN,
    p_keys BYTEA[], p_flags INT[], p_versions INT[],
    p_deleted BYTEA[],
    p_set_keys BYTEA[], p_set_increments INT[], p_set_data BYTEA[],
    p_new_keys BYTEA[], p_new_parents BYTEA[], p_new_paths TEXT[], p_new_versions INT[], p_new_owners BIGINT[],
    p_new_data BYTEA[],
    p_log_0 TEXT, p_log_1 TEXT
) RETURNS TABLE (
    r_outcome INT, r_number BIGINT, r_at BIGINT, r_index INT, r_version INT, r_bound BOOLEAN, r_children BOOLEAN
) LANGUAGE plpgsql AS $$
DECLARE
    v_generation INT;
    v_number BIGINT;
    v_at BIGINT;
    v_fails BOOLEAN := p_contradictory;
BEGIN
    PERFORM ej_lock(p_ns, p_lock_timeout);
    IF ej_behind(p_ns, p_seen) THEN
        RETURN QUERY SELECT 4, NULL::BIGINT, NULL::BIGINT, NULL::INT, NULL::INT, NULL::BOOLEAN, NULL::BOOLEAN;
        RETURN;
    END IF;
    SELECT s.generation INTO v_generation FROM ej_session s WHERE s.id = p_session AND s.ns = p_ns;
    IF v_generation IS NULL OR v_generation <> p_generation THEN
        RETURN QUERY SELECT CASE WHEN v_generation IS NULL THEN 2 ELSE 3 END,
            NULL::BIGINT, NULL::BIGINT, NULL::INT, NULL::INT, NULL::BOOLEAN, NULL::BOOLEAN;
        RETURN;
    END IF;
    IF NOT v_fails THEN
        SELECT EXISTS (
            SELECT 1 FROM unnest(p_keys, p_flags, p_versions) AS e (k, f, v)
            LEFT JOIN ej_node n ON n.ns = p_ns AND n.node_key = e.k
            WHERE e.f & 1 <> 0 AND n.node_key IS NULL
                OR e.f & 2 <> 0 AND n.node_key IS NOT NULL
                OR e.v >= 0 AND n.version <> e.v
                OR e.f & 4 <> 0 AND n.owner <> 0
                OR e.f & 8 <> 0 AND EXISTS (
                    SELECT 1 FROM ej_node c WHERE c.ns = p_ns AND c.parent_key = e.k
                        AND c.node_key NOT IN (SELECT unnest(p_keys)))
        ) INTO v_fails;
    END IF;
    IF v_fails THEN
        RETURN QUERY
            SELECT 1, NULL::BIGINT, NULL::BIGINT, e.i::INT, n.version, n.owner <> 0, e.f & 8 <> 0 AND EXISTS (
                SELECT 1 FROM ej_node c WHERE c.ns = p_ns AND c.parent_key = e.k
                    AND c.node_key NOT IN (SELECT unnest(p_keys)))
            FROM unnest(p_keys, p_flags) WITH ORDINALITY AS e (k, f, i)
            LEFT JOIN ej_node n ON n.ns = p_ns AND n.node_key = e.k;
        RETURN;
    END IF;
    v_number := COALESCE((SELECT MAX(l.commit_number) FROM ej_log l WHERE l.ns = p_ns), 0) + 1;
    v_at := floor(extract(epoch FROM clock_timestamp()) * 1000);
    IF cardinality(p_deleted) > 0 THEN
        DELETE FROM ej_node n USING unnest(p_deleted) AS e (k) WHERE n.ns = p_ns AND n.node_key = e.k;
    END IF;
    IF cardinality(p_new_keys) > 0 THEN
        INSERT INTO ej_node
            SELECT p_ns, e.k, e.p, e.t, e.d, e.v, v_number, v_number, v_at, e.o
            FROM unnest(p_new_keys, p_new_parents, p_new_paths, p_new_data, p_new_versions, p_new_owners)
                AS e (k, p, t, d, v, o);
    END IF;
    RETURN QUERY SELECT 0, v_number, v_at, NULL::INT, NULL::INT, NULL::BOOLEAN, NULL::BOOLEAN;
    IF cardinality(p_set_keys) > 0 THEN
        RETURN QUERY
            UPDATE ej_node n SET data = e.d, version = n.version + e.v, modified = v_number, modified_at = v_at
            FROM unnest(p_set_keys, p_set_increments, p_set_data) WITH ORDINALITY AS e (k, v, d, i)
            WHERE n.ns = p_ns AND n.node_key = e.k
            RETURNING 0, v_number, v_at, e.i::INT, n.version, NULL::BOOLEAN, NULL::BOOLEAN;
    END IF;
    IF p_log_0 <> '' THEN
        INSERT INTO ej_log VALUES (p_ns, v_number, 0, p_log_0);
    END IF;
    IF p_log_1 <> '' THEN
        INSERT INTO ej_log VALUES (p_ns, v_number, 1, p_log_1);
    END IF;
END $$
-- ;;
-- Continues sessions on a new connection: a commit that is still under way on an earlier one is applied before, or never.
CREATE FUNCTION ej_attach(p_ns INT, p_sessions BIGINT[], p_seen BIGINT, p_lock_timeout INT)
RETURNS TABLE (r_behind BOOLEAN, r_last BIGINT, r_session BIGINT, r_generation INT) LANGUAGE plpgsql AS $$
DECLARE
    v_behind BOOLEAN;
BEGIN
    PERFORM ej_lock(p_ns, p_lock_timeout);
    v_behind := ej_behind(p_ns, p_seen);
    UPDATE ej_session s SET generation = s.generation + 1, beat = s.beat + 1
        WHERE s.ns = p_ns AND s.id = ANY (p_sessions);
    RETURN QUERY
        SELECT v_behind, COALESCE((SELECT MAX(l.commit_number) FROM ej_log l WHERE l.ns = p_ns), 0), s.id, s.generation
        FROM (SELECT 1) one LEFT JOIN ej_session s ON s.ns = p_ns AND s.id = ANY (p_sessions);
END $$
-- ;;
-- Ends a session, with the nodes bound to it. p_beat: only if this is still its beat; -1 for any.
CREATE FUNCTION ej_end(p_ns INT, p_session BIGINT, p_beat BIGINT, p_lock_timeout INT) RETURNS BOOLEAN
LANGUAGE plpgsql AS $$
DECLARE
    v_number BIGINT;
    v_log_0 TEXT;
    v_log_1 TEXT;
BEGIN
    PERFORM ej_lock(p_ns, p_lock_timeout);
    DELETE FROM ej_session s WHERE s.id = p_session AND s.ns = p_ns AND (p_beat < 0 OR s.beat = p_beat);
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    v_number := COALESCE((SELECT MAX(l.commit_number) FROM ej_log l WHERE l.ns = p_ns), 0) + 1;
    WITH gone AS (DELETE FROM ej_node n WHERE n.ns = p_ns AND n.owner = p_session RETURNING n.path)
        SELECT string_agg('*' || g.path, E'\n') FILTER (WHERE g.path !~ '^/[^/]+/sharding/'),
            string_agg('*' || g.path, E'\n') FILTER (WHERE g.path ~ '^/[^/]+/sharding/')
        INTO v_log_0, v_log_1 FROM gone g;
    INSERT INTO ej_log VALUES (p_ns, v_number, 0, '!' || p_session || COALESCE(E'\n' || v_log_0, ''));
    IF v_log_1 IS NOT NULL THEN
        INSERT INTO ej_log VALUES (p_ns, v_number, 1, v_log_1);
    END IF;
    RETURN true;
END $$
-- ;;
INSERT INTO ej_namespace VALUES (0, '', 1, 0)
