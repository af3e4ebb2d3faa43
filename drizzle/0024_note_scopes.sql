ALTER TABLE `annotations` ADD `scope` text DEFAULT 'site' NOT NULL;--> statement-breakpoint
ALTER TABLE `annotations` ADD `ref` integer;