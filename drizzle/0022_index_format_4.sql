-- Stories whose source is another than their host have a facet. An index without articles is in that format already; any other is brought there by `npm run reindex`.
UPDATE `formats` SET version = 4 WHERE name = 'index' AND NOT EXISTS (SELECT 1 FROM `articles`);
