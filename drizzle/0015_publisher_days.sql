ALTER TABLE `computed_days` ADD `until_hour` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `computed_days` ADD `zone` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `computed_days` SET `until_hour` = `until` * 24;