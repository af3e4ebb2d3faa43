CREATE TABLE `counts` (
	`name` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `demo_load` (
	`id` integer PRIMARY KEY NOT NULL,
	`now` integer NOT NULL,
	`loaded_at` integer
);
--> statement-breakpoint
CREATE TABLE `feed_moves` (
	`url` text PRIMARY KEY NOT NULL,
	`moved_to` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `formats` (
	`name` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `geography` (
	`id` integer PRIMARY KEY NOT NULL,
	`groups` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`milliseconds` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `restore_lock` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sequences` (
	`name` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `__new_api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`origins` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
INSERT INTO `__new_api_keys`("id", "hash", "kind", "name", "origins", "created_at", "expires_at", "revoked_at") SELECT "id", "hash", "kind", "name", "origins", "created_at", "expires_at", "revoked_at" FROM `api_keys`;--> statement-breakpoint
DROP TABLE `api_keys`;--> statement-breakpoint
ALTER TABLE `__new_api_keys` RENAME TO `api_keys`;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE TABLE `__new_dead_letters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`message_id` text NOT NULL,
	`reason` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_dead_letters`("id", "at", "message_id", "reason", "body") SELECT "id", "at", "message_id", "reason", "body" FROM `dead_letters`;--> statement-breakpoint
DROP TABLE `dead_letters`;--> statement-breakpoint
ALTER TABLE `__new_dead_letters` RENAME TO `dead_letters`;--> statement-breakpoint
CREATE UNIQUE INDEX `dead_letters_message_id_unique` ON `dead_letters` (`message_id`);--> statement-breakpoint
CREATE TABLE `__new_feeds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`url` text NOT NULL,
	`domain` text NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`etag` text,
	`last_modified` text,
	`body_hash` text,
	`interval` integer NOT NULL,
	`next_at` integer,
	`last_fetch_at` integer,
	`last_new_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`reason` text
);
--> statement-breakpoint
INSERT INTO `__new_feeds`("id", "url", "domain", "title", "etag", "last_modified", "body_hash", "interval", "next_at", "last_fetch_at", "last_new_at", "failures", "reason") SELECT "id", "url", "domain", "title", "etag", "last_modified", "body_hash", "interval", "next_at", "last_fetch_at", "last_new_at", "failures", "reason" FROM `feeds`;--> statement-breakpoint
DROP TABLE `feeds`;--> statement-breakpoint
ALTER TABLE `__new_feeds` RENAME TO `feeds`;--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_url_unique` ON `feeds` (`url`);--> statement-breakpoint
CREATE TABLE `__new_geo_groups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`countries` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_geo_groups`("id", "slug", "name", "countries") SELECT "id", "slug", "name", "countries" FROM `geo_groups`;--> statement-breakpoint
DROP TABLE `geo_groups`;--> statement-breakpoint
ALTER TABLE `__new_geo_groups` RENAME TO `geo_groups`;--> statement-breakpoint
CREATE UNIQUE INDEX `geo_groups_slug_unique` ON `geo_groups` (`slug`);
--> statement-breakpoint
-- What lay in `snapshots` gets tables of its own. Ids are never given twice, so the highest that anything still names is remembered.
INSERT INTO `geography` (id, groups) SELECT 1, body FROM `snapshots` WHERE name = 'geography';
--> statement-breakpoint
INSERT INTO `feed_moves` (url, moved_to) SELECT key, value FROM `snapshots`, json_each(body) WHERE name = 'feed-moves';
--> statement-breakpoint
INSERT INTO `job_runs` (job, at, milliseconds) SELECT substr(name, 5), body ->> 'at', body ->> 'milliseconds' FROM `snapshots` WHERE name >= 'run:' AND name < 'run;';
--> statement-breakpoint
INSERT INTO `counts` (name, count, at) SELECT 'articles', body ->> 'articles', body ->> 'at' FROM `snapshots` WHERE name = 'articleCount';
--> statement-breakpoint
INSERT INTO `restore_lock` (id, started_at) SELECT 1, unixepoch() FROM `snapshots` WHERE name = 'restoring';
--> statement-breakpoint
INSERT INTO `demo_load` (id, now, loaded_at) SELECT 1, body ->> 'now', body ->> 'loadedAt' FROM `snapshots` WHERE name = 'demo';
--> statement-breakpoint
INSERT INTO `secrets` (name, value) SELECT name, body ->> '$' FROM `snapshots` WHERE name = 'importSalt';
--> statement-breakpoint
-- What is dropped stays in the file until something else is written there.
UPDATE `snapshots` SET body = '"00000000-0000-0000-0000-000000000000"' WHERE name = 'importSalt';
--> statement-breakpoint
DROP TABLE `snapshots`;
--> statement-breakpoint
INSERT INTO `sequences` (name, last) SELECT 'articles', max(id) FROM (SELECT coalesce(max(id), 0) AS id FROM `articles`
	UNION ALL SELECT coalesce(max(article_id), 0) FROM `feed_items`
	UNION ALL SELECT coalesce(max(content_id), 0) FROM `click_days`
	UNION ALL SELECT coalesce(max(content_id), 0) FROM `click_hours`);
--> statement-breakpoint
-- Articles that were stored before the index had a number are of its first format: `npm run reindex` brings them forward.
INSERT INTO `formats` (name, version) SELECT 'index', iif(EXISTS (SELECT 1 FROM `articles`), 1, 2);
