-- WITHOUT ROWID is added by hand (drizzle-kit cannot say it): with a rowid each of these rows would be written twice.
CREATE TABLE `click_days` (
	`content_id` integer NOT NULL,
	`day` integer NOT NULL,
	`clicks` integer NOT NULL,
	PRIMARY KEY(`content_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `click_hours_0` (
	`content_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`company_type` text NOT NULL,
	`seniority` text NOT NULL,
	`region` text NOT NULL,
	`clicks` integer NOT NULL,
	PRIMARY KEY(`content_id`, `hour`, `company_type`, `seniority`, `region`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `click_hours_1` (
	`content_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`company_type` text NOT NULL,
	`seniority` text NOT NULL,
	`region` text NOT NULL,
	`clicks` integer NOT NULL,
	PRIMARY KEY(`content_id`, `hour`, `company_type`, `seniority`, `region`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `click_hours_2` (
	`content_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`company_type` text NOT NULL,
	`seniority` text NOT NULL,
	`region` text NOT NULL,
	`clicks` integer NOT NULL,
	PRIMARY KEY(`content_id`, `hour`, `company_type`, `seniority`, `region`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `click_hours_3` (
	`content_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`company_type` text NOT NULL,
	`seniority` text NOT NULL,
	`region` text NOT NULL,
	`clicks` integer NOT NULL,
	PRIMARY KEY(`content_id`, `hour`, `company_type`, `seniority`, `region`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `click_hours_4` (
	`content_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`company_type` text NOT NULL,
	`seniority` text NOT NULL,
	`region` text NOT NULL,
	`clicks` integer NOT NULL,
	PRIMARY KEY(`content_id`, `hour`, `company_type`, `seniority`, `region`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `click_ids_0` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `click_ids_1` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `click_ids_2` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `click_ids_3` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `click_ids_4` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `click_outcomes` (
	`hour` integer NOT NULL,
	`outcome` text NOT NULL,
	`clicks` integer NOT NULL,
	PRIMARY KEY(`hour`, `outcome`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`message_id` text NOT NULL,
	`reason` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dead_letters_message_id_unique` ON `dead_letters` (`message_id`);--> statement-breakpoint
CREATE TABLE `salts` (
	`day` integer PRIMARY KEY NOT NULL,
	`salt` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `topic_windows` (
	`topic_id` integer PRIMARY KEY NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`slug` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`category` integer DEFAULT 0 NOT NULL,
	`excluded` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`hour` integer DEFAULT 0 NOT NULL,
	`clicks_24h` integer DEFAULT 0 NOT NULL,
	`clicks_24h_broker` integer DEFAULT 0 NOT NULL,
	`clicks_24h_carrier` integer DEFAULT 0 NOT NULL,
	`clicks_24h_rm` integer DEFAULT 0 NOT NULL,
	`clicks_7d` integer DEFAULT 0 NOT NULL,
	`clicks_7d_broker` integer DEFAULT 0 NOT NULL,
	`clicks_7d_carrier` integer DEFAULT 0 NOT NULL,
	`clicks_7d_rm` integer DEFAULT 0 NOT NULL,
	`previous_7d` integer DEFAULT 0 NOT NULL,
	`previous_7d_rm` integer DEFAULT 0 NOT NULL,
	`items_7d` integer DEFAULT 0 NOT NULL,
	`items_7d_rm` integer DEFAULT 0 NOT NULL,
	`views` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
-- D1 takes at most five terms in a compound SELECT: one a partition.
CREATE VIEW `click_hours` AS
	SELECT * FROM `click_hours_0` UNION ALL SELECT * FROM `click_hours_1` UNION ALL SELECT * FROM `click_hours_2`
	UNION ALL SELECT * FROM `click_hours_3` UNION ALL SELECT * FROM `click_hours_4`;
--> statement-breakpoint
INSERT INTO `topic_windows` (topic_id, name, slug, description, category, excluded)
	SELECT id, name, slug, description, category, excluded_from_trending FROM `topics` UNION ALL SELECT 0, '', '', '', 0, 0;
