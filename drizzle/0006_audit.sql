CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`change` text NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`action` text NOT NULL,
	`before` text,
	`after` text
);
--> statement-breakpoint
CREATE INDEX `audit_change` ON `audit` (`change`);--> statement-breakpoint
CREATE INDEX `audit_ref` ON `audit` (`kind`,`ref`);