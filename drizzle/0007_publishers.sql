ALTER TABLE `feed_items` ADD `noted_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `feed_items` ADD `borrowed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `feed_items_borrowed` ON `feed_items` (`article_id`) WHERE borrowed = 1;--> statement-breakpoint
ALTER TABLE `feeds` ADD `written_day` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `feeds` ADD `written` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sources` ADD `publishes` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sources` ADD `aggregator` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- What the feeds of a source have brought so far they may go on bringing.
UPDATE `sources` SET `publishes` = (
	SELECT json_group_array(DISTINCT a.`source` ->> 'domain') FROM `feeds` f
	JOIN `feed_items` i ON i.`feed_id` = f.`id` JOIN `articles` a ON a.`id` = i.`article_id`
	WHERE f.`domain` = `sources`.`domain` AND a.`source` ->> 'domain' <> f.`domain`
) WHERE `domain` IN (SELECT `domain` FROM `feeds`);
