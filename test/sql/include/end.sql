-- The end of a test
SELECT current_database() AS db \gset
ALTER DATABASE :"db" RESET session_preload_libraries;
RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA :"test" CASCADE;
