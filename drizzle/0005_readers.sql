CREATE TABLE `import_salts` (
	`day` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`half` text NOT NULL,
	`made_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reader_salts` (
	`day` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`half` text NOT NULL,
	`made_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `signing_secrets` (
	`id` integer PRIMARY KEY NOT NULL,
	`signer` integer NOT NULL,
	`name` text NOT NULL,
	`half` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE TABLE `unknown_clicks` (
	`content_id` integer PRIMARY KEY NOT NULL,
	`last_hour` integer NOT NULL,
	`clicks` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `api_keys` ADD `signer` integer;