CREATE TABLE `alert_memory` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`memory` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alert_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`types` text NOT NULL,
	`once_per_day` integer NOT NULL,
	`quiet` text
);
--> statement-breakpoint
CREATE TABLE `weeks` (
	`monday` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`week` text NOT NULL
);
