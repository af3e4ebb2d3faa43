ALTER TABLE `sources` ADD `item_identity` text DEFAULT 'link' NOT NULL;--> statement-breakpoint
ALTER TABLE `sources` ADD `item_rules` text DEFAULT '[]' NOT NULL;