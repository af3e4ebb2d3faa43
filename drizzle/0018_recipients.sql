CREATE TABLE `recipient_addresses` (
	`mac` text PRIMARY KEY NOT NULL,
	`invitations` integer NOT NULL,
	`first_at` integer NOT NULL,
	`declined_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `recipient_addresses_first` ON `recipient_addresses` (`first_at`);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `invited_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `confirmed_at` integer;--> statement-breakpoint
UPDATE `subscriptions` SET `confirmed_at` = `created_at` WHERE `via` = 'mail' AND `address` IS NOT NULL;
