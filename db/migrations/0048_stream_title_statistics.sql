-- Written by hand. Without them PostgreSQL takes every text of three letters for a common one, and every longer one for rare.
CREATE STATISTICS "streams_title_statistics" ON (lower(regexp_replace(normalize(title, NFD), '[\u0300-\u036f]', '', 'g'))) FROM "streams";
