-- WITHOUT ROWID is added by hand (drizzle-kit cannot say it).
CREATE TABLE `key_days` (
	`key_id` integer NOT NULL,
	`day` integer NOT NULL,
	`outcome` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key_id`, `day`, `outcome`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `shares` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`view` text NOT NULL,
	`actor` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_hash_unique` ON `shares` (`hash`);--> statement-breakpoint
CREATE TABLE `source_aliases` (
	`alias` text PRIMARY KEY NOT NULL,
	`domain` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `source_aliases_domain` ON `source_aliases` (`domain`);--> statement-breakpoint
CREATE TABLE `trash` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`name` text NOT NULL,
	`deleted_at` integer NOT NULL,
	`actor` text NOT NULL,
	`merged_into` text,
	`rows` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trash_ref` ON `trash` (`kind`,`ref`);--> statement-breakpoint
CREATE INDEX `trash_deleted` ON `trash` (`deleted_at`);--> statement-breakpoint
CREATE TABLE `trash_links` (
	`trash_id` integer NOT NULL,
	`portion` integer NOT NULL,
	`links` text NOT NULL,
	PRIMARY KEY(`trash_id`, `portion`)
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `audit_ref`;--> statement-breakpoint
ALTER TABLE `audit` ADD `session` text;--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit` (`actor`,`at`);--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`);--> statement-breakpoint
CREATE INDEX `audit_ref` ON `audit` (`kind`,`ref`,`at`);--> statement-breakpoint
CREATE INDEX `companies_name` ON `companies` ("name" COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `feeds_domain` ON `feeds` (`domain`);--> statement-breakpoint
CREATE INDEX `geo_groups_name` ON `geo_groups` ("name" COLLATE NOCASE,`slug`);--> statement-breakpoint
CREATE INDEX `sources_name` ON `sources` ("name" COLLATE NOCASE,`domain`);--> statement-breakpoint
CREATE INDEX `topics_name` ON `topics` ("name" COLLATE NOCASE,`id`);