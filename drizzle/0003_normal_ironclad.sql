CREATE TABLE `list_sampling` (
	`id` integer PRIMARY KEY NOT NULL,
	`hour` integer NOT NULL,
	`lists` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `list_views` (
	`list` text NOT NULL,
	`network` integer NOT NULL,
	`slot` integer NOT NULL,
	`hour` integer NOT NULL,
	`reports` integer NOT NULL,
	`views` real NOT NULL,
	PRIMARY KEY(`list`, `network`, `slot`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `view_rates` (
	`day` integer PRIMARY KEY NOT NULL,
	`part` real NOT NULL
);
--> statement-breakpoint
ALTER TABLE `api_keys` ADD `clicks_need` text DEFAULT 'nothing' NOT NULL;