\set ECHO none
-- As begin.sql, in a session that preloads the library: it plans also queries without functions of uuidx
SELECT current_database() AS db \gset
ALTER DATABASE :"db" SET session_preload_libraries = 'uuidx';
\c -
\ir begin.sql
