-- The report in Markdown, from the samples of the workloads, with the lines in :pictures.

SELECT '# Benchmarks: uuidx ' || extversion || ' on PostgreSQL '
  || split_part(current_setting('server_version'), ' ', 1)
FROM pg_extension WHERE extname = 'uuidx';
\qecho
SELECT $$Measured by `make bench` (quick) or `make bench-full`, which you can run on your own machine. All numbers
in one table are from the same run; where there are several rounds, the items took turns. A number is the median of
the rounds, and the quartiles are in parentheses. A ratio is the median of the ratios in each round. CPU time,
which includes "per row" and "added", does not count other programs. All other times are elapsed time.$$;
\qecho
\qecho '- Machine:' :machine
\qecho '- Run:' :mode
SELECT '- Date: ' || current_date;
SELECT '- Server: ' || split_part(version(), ' on ', 1) || ', '
  || regexp_replace(version(), '.*compiled by ([^,]*).*', '\1');
SELECT '- Settings: ' || string_agg(format('`%s = %s`', name, current_setting(name)), ', ' ORDER BY name)
FROM pg_settings
WHERE name IN ('jit', 'max_parallel_workers_per_gather', 'max_parallel_maintenance_workers', 'autovacuum',
  'shared_buffers', 'work_mem', 'maintenance_work_mem', 'max_wal_size', 'checkpoint_timeout', 'fsync',
  'synchronous_commit', 'full_page_writes', 'wal_level', 'wal_compression', 'data_checksums');
\qecho
\qecho :pictures
\qecho '## Promises'
\qecho
\qecho '| at most | measured | what | kept |'
\qecho '|---:|---:|---|---|'
SELECT format('| %s | %s | %s | %s |', round(allowed::numeric, 3), round(measured::numeric, 3), claim,
  CASE WHEN measured <= allowed THEN 'yes' ELSE '**no**' END)
FROM claim WHERE measured IS NOT NULL ORDER BY place;

-- One section for each workload: items down, metrics across, one table for each size
CREATE VIEW metric AS
  SELECT workload, metric, min(unit) AS unit, min(place) AS place FROM summary GROUP BY workload, metric;

CREATE VIEW line AS
  SELECT i.workload, i.size, i.item, min(s.place) AS place, max(s.rounds) AS rounds,
         string_agg(CASE WHEN s.item IS NULL THEN ''
                         WHEN s.rounds = 1 OR show(s.p25) = show(s.p75) THEN show(s.median)
                         ELSE format('%s (%s to %s)', show(s.median), show(s.p25), show(s.p75)) END,
                    ' | ' ORDER BY m.place) AS cells
  FROM (SELECT DISTINCT workload, size, item FROM summary) AS i
  JOIN metric m USING (workload)
  LEFT JOIN summary s USING (workload, size, item, metric)
  GROUP BY i.workload, i.size, i.item;

SELECT format(E'\n## %s%s\n\nRounds: %s.%s%s\n\n| | %s%s |\n|---|%s\n%s',
  w.title, CASE WHEN l.size <> '' THEN ': ' || l.size END, max(l.rounds),
  ' The ratio is that of "' || w.ratio_metric || '" to ' || w.ratio_item || '.', ' ' || w.note,
  (SELECT string_agg(format('%s, %s', metric, unit), ' | ' ORDER BY place) FROM metric WHERE workload = w.workload),
  CASE WHEN w.ratio_item IS NOT NULL THEN ' | ratio' END,
  (SELECT repeat('---:|', count(*)::int) FROM metric WHERE workload = w.workload)
    || CASE WHEN w.ratio_item IS NOT NULL THEN '---:|' ELSE '' END,
  string_agg(format('| %s | %s%s |', l.item, l.cells, ' | ' || CASE WHEN w.ratio_item IS NOT NULL THEN show(
      CASE WHEN median(l.workload, l.item, w.ratio_metric, l.size) > 0
           THEN ratio(l.workload, l.item, w.ratio_item, w.ratio_metric, l.size) END) END),
    E'\n' ORDER BY median(l.workload, l.item, w.ratio_metric, l.size) NULLS FIRST, l.place))
FROM workload w JOIN line l USING (workload)
GROUP BY w.workload, l.size
ORDER BY w.place, min(l.place);

SELECT E'\n## Not measured\n\n' || string_agg(format('- %s: %s', workload, item), E'\n' ORDER BY workload, item)
FROM skipped HAVING count(*) > 0;
