CREATE TABLE `api_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`origins` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE TABLE `articles` (
	`position` integer PRIMARY KEY NOT NULL,
	`id` integer NOT NULL,
	`url` text NOT NULL,
	`url_key` text NOT NULL,
	`title` text NOT NULL,
	`introduction` text NOT NULL,
	`published_at` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`content_type` text NOT NULL,
	`organisation_type` text,
	`client` text,
	`paywalled` integer NOT NULL,
	`registration` integer NOT NULL,
	`image` text,
	`source` text NOT NULL,
	`topics` text NOT NULL,
	`companies` text NOT NULL,
	`countries` text NOT NULL,
	`geo_groups` text NOT NULL,
	`facets` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `articles_id_unique` ON `articles` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `articles_url_unique` ON `articles` (`url`);--> statement-breakpoint
CREATE TABLE `companies` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`organisation_type` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `countries` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`continent` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `geo_groups` (
	`id` integer PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`countries` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `geo_groups_slug_unique` ON `geo_groups` (`slug`);--> statement-breakpoint
CREATE TABLE `recommended` (
	`date` text PRIMARY KEY NOT NULL,
	`articles` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`modified_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `snapshots` (
	`name` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sources` (
	`domain` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`icon` text,
	`iframeable` integer DEFAULT true NOT NULL,
	`organisation_type` text,
	`client` text
);
--> statement-breakpoint
CREATE TABLE `topics` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text NOT NULL,
	`category` integer NOT NULL,
	`excluded_from_trending` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `topics_slug_unique` ON `topics` (`slug`);