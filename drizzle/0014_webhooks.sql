CREATE TABLE `saved_searches` (
	`slug` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`filter` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `saved_searches_name` ON `saved_searches` ("name" COLLATE NOCASE,`slug`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`webhook_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`next_at` integer NOT NULL,
	`first_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`log` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`webhook_id`, `event_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_pending` ON `webhook_deliveries` (`webhook_id`,`subject`,`event_id`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`event_id`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`key` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	`data` text NOT NULL,
	`recording` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_events_key_unique` ON `webhook_events` (`key`);--> statement-breakpoint
CREATE INDEX `webhook_events_at` ON `webhook_events` (`at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`format` text DEFAULT 'standard' NOT NULL,
	`events` text NOT NULL,
	`topics` text,
	`searches` text DEFAULT '[]' NOT NULL,
	`quiet` text,
	`enabled` integer DEFAULT true NOT NULL,
	`disabled_reason` text,
	`signer` integer NOT NULL,
	`created_at` integer NOT NULL,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`held_until` integer DEFAULT 0 NOT NULL,
	`silences` integer DEFAULT 0 NOT NULL,
	`wake_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `feeds` ADD `failing_since` integer;