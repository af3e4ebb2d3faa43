ALTER TABLE `websub_topics` ADD `pings` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `websub_topics` ADD `failures` integer DEFAULT 0 NOT NULL;