-- WITHOUT ROWID is added by hand, as before.
CREATE TABLE `feed_items` (
	`feed_id` integer NOT NULL,
	`guid` text NOT NULL,
	`article_id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`feed_id`, `guid`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `feeds` (
	`id` integer PRIMARY KEY NOT NULL,
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
CREATE UNIQUE INDEX `feeds_url_unique` ON `feeds` (`url`);--> statement-breakpoint
CREATE TABLE `tag_rules` (
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`words` text NOT NULL,
	`exclusions` text NOT NULL,
	PRIMARY KEY(`kind`, `ref`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `articles` ADD `rule_tags` text;