-- Rows of one chart, the first at the top: label, median, quartiles, whether it is ours;
-- without the yardsticks

SELECT s.item, s.median, s.p25, s.p75,
       CASE WHEN s.item ~ '^uuid_' THEN 1 ELSE 0 END AS ours
FROM summary s
WHERE s.workload = :'workload' AND s.metric = :'metric' AND s.size = '' AND s.median > 0
  AND s.item !~ 'alone'
ORDER BY s.median;
