-- Beginnings of words are facets. An index without articles is in that format already; any other is brought there by `npm run reindex`.
UPDATE `formats` SET version = 3 WHERE name = 'index' AND NOT EXISTS (SELECT 1 FROM `articles`);
