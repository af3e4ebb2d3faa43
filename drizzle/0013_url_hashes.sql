DROP INDEX `articles_url_unique`;--> statement-breakpoint
-- A hash of the URL finds articles with about 20 bytes each. An index of the URLs took 91.
-- The application computes the hash (`src/content/articles/url-hash.ts`), and this migration that of stored articles.
ALTER TABLE `articles` ADD `url_hash` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `articles` SET url_hash = (WITH RECURSIVE hash(i, h) AS (SELECT 0, 0
	UNION ALL SELECT i + 1, (h * 16777619 + unicode(substr(url, i + 1, 1))) % 2147483648 FROM hash WHERE i < length(url))
	SELECT h FROM hash ORDER BY i DESC LIMIT 1);--> statement-breakpoint
CREATE INDEX `articles_url_hash` ON `articles` (`url_hash`);--> statement-breakpoint
-- The URL is unique, which an index of hashes does not ensure.
CREATE TRIGGER `articles_url_added` BEFORE INSERT ON `articles`
	WHEN EXISTS (SELECT 1 FROM `articles` WHERE url_hash = new.url_hash AND url = new.url AND id <> new.id) BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: articles.url');
END;
--> statement-breakpoint
CREATE TRIGGER `articles_url_changed` BEFORE UPDATE OF url ON `articles`
	WHEN EXISTS (SELECT 1 FROM `articles` WHERE url_hash = new.url_hash AND url = new.url AND id <> new.id) BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: articles.url');
END;
