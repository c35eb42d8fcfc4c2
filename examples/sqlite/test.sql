.load PLACEMAT
CREATE TABLE names (name);
INSERT INTO names VALUES ('café'), (CAST(x'636166E9' AS TEXT)), (x'2FC0AE2E2F'), (NULL), ('');
SELECT is_utf8(name), utf8_error(name), utf8_repair(name) FROM names;
