CREATE FUNCTION is_utf8(bytea) RETURNS boolean AS 'PLACEMAT' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION utf8_error(bytea) RETURNS text AS 'PLACEMAT' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION utf8_repair(bytea) RETURNS bytea AS 'PLACEMAT' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE TABLE names (name bytea);
INSERT INTO names VALUES ('\x636166c3a9'), ('\x636166e9'), ('\x2fc0ae2e2f'), (NULL), ('');
SELECT is_utf8(name), utf8_error(name), utf8_repair(name) FROM names;
-- A column, in parallel.
CREATE TABLE many AS SELECT CASE WHEN i % 1000 = 0 THEN '\xff'::bytea ELSE '\xe282ac'::bytea END AS name
  FROM generate_series(1, 100000) AS i;
SELECT count(*) FROM many WHERE NOT is_utf8(name);
