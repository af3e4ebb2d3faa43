CREATE TABLE `changed_articles` (
	`id` integer PRIMARY KEY NOT NULL,
	`change` integer NOT NULL,
	`due_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `open_days` (
	`id` integer PRIMARY KEY NOT NULL,
	`topics` text NOT NULL,
	`counts` text NOT NULL
);
--> statement-breakpoint
-- All days that are not sealed are computed anew.
DROP TABLE `computed_days`;
--> statement-breakpoint
CREATE TABLE `computed_days` (
	`id` integer PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`state` text NOT NULL,
	`shares` text
);
--> statement-breakpoint
CREATE TRIGGER `articles_added_to_days` AFTER INSERT ON `articles`
	WHEN EXISTS (SELECT 1 FROM `click_days` WHERE content_id = new.id AND day >= (SELECT until - 15 FROM `computed_days`)) BEGIN
	INSERT INTO `changed_articles` (id, change) VALUES (new.id, 1 + abs(random() % 4503599627370496))
		ON CONFLICT (id) DO UPDATE SET change = excluded.change, due_at = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `articles_changed_in_days` AFTER UPDATE OF topics, published_at, content_type, organisation_type, client, source, companies, countries, authors, section ON `articles`
	WHEN ((old.published_at, old.content_type, old.organisation_type, old.client, old.countries, old.authors, old.section)
			IS NOT (new.published_at, new.content_type, new.organisation_type, new.client, new.countries, new.authors, new.section)
		OR (old.source IS NOT new.source AND (old.source ->> 'name', old.source ->> 'domain', old.source ->> 'organisationType', old.source ->> 'client')
			IS NOT (new.source ->> 'name', new.source ->> 'domain', new.source ->> 'organisationType', new.source ->> 'client'))
		OR (old.topics IS NOT new.topics AND (SELECT json_group_array(value ->> 'id') FROM json_each(old.topics)) IS NOT (SELECT json_group_array(value ->> 'id') FROM json_each(new.topics)))
		OR (old.companies IS NOT new.companies AND (SELECT json_group_array(value ->> 'id') FROM json_each(old.companies)) IS NOT (SELECT json_group_array(value ->> 'id') FROM json_each(new.companies))))
	AND EXISTS (SELECT 1 FROM `click_days` WHERE content_id = new.id AND day >= (SELECT until - 15 FROM `computed_days`)) BEGIN
	INSERT INTO `changed_articles` (id, change) VALUES (new.id, 1 + abs(random() % 4503599627370496))
		ON CONFLICT (id) DO UPDATE SET change = excluded.change, due_at = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `articles_gone_from_days` AFTER DELETE ON `articles`
	WHEN EXISTS (SELECT 1 FROM `click_days` WHERE content_id = old.id AND day >= (SELECT until - 15 FROM `computed_days`)) BEGIN
	INSERT INTO `changed_articles` (id, change) VALUES (old.id, 1 + abs(random() % 4503599627370496))
		ON CONFLICT (id) DO UPDATE SET change = excluded.change, due_at = 0;
END;
