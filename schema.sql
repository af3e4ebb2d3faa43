-- The whole schema, generated from drizzle/ by `npm run generate`.

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

CREATE VIRTUAL TABLE `article_index` USING fts5(title, introduction, facets, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');

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

CREATE TABLE `companies` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`organisation_type` text NOT NULL
);

CREATE TABLE `countries` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`continent` text NOT NULL
);

CREATE TABLE `geo_groups` (
	`id` integer PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`countries` text NOT NULL
);

CREATE TABLE `recommended` (
	`date` text PRIMARY KEY NOT NULL,
	`articles` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`modified_at` integer NOT NULL
);

CREATE TABLE `snapshots` (
	`name` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL
);

CREATE TABLE `sources` (
	`domain` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`icon` text,
	`iframeable` integer DEFAULT true NOT NULL,
	`organisation_type` text,
	`client` text
);

CREATE TABLE `topics` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text NOT NULL,
	`category` integer NOT NULL,
	`excluded_from_trending` integer DEFAULT false NOT NULL
);

CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);

CREATE UNIQUE INDEX `articles_id_unique` ON `articles` (`id`);

CREATE UNIQUE INDEX `articles_url_unique` ON `articles` (`url`);

CREATE UNIQUE INDEX `geo_groups_slug_unique` ON `geo_groups` (`slug`);

CREATE UNIQUE INDEX `topics_slug_unique` ON `topics` (`slug`);
