-- WITHOUT ROWID, the first values and the triggers that keep them are added by hand (drizzle-kit cannot say them).
CREATE TABLE `name_lists` (
	`kind` text NOT NULL,
	`portion` integer NOT NULL,
	`names` text NOT NULL,
	PRIMARY KEY(`kind`, `portion`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `sources` ADD `has_feeds` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `sources_type_name` ON `sources` (`organisation_type`,"name" COLLATE NOCASE,`domain`);--> statement-breakpoint
CREATE INDEX `sources_type` ON `sources` (`organisation_type`,`domain`);--> statement-breakpoint
CREATE INDEX `sources_feeds_name` ON `sources` (`has_feeds`,"name" COLLATE NOCASE,`domain`);--> statement-breakpoint
CREATE INDEX `sources_feeds` ON `sources` (`has_feeds`,`domain`);--> statement-breakpoint
CREATE INDEX `companies_type_name` ON `companies` (`organisation_type`,"name" COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `companies_type` ON `companies` (`organisation_type`,`id`);--> statement-breakpoint
CREATE INDEX `topics_category_name` ON `topics` (`category`,"name" COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `topics_category` ON `topics` (`category`,`id`);
--> statement-breakpoint
UPDATE `sources` SET `has_feeds` = 1 WHERE `domain` IN (SELECT `domain` FROM `feeds`);--> statement-breakpoint
CREATE TRIGGER `feeds_added` AFTER INSERT ON `feeds` BEGIN
	UPDATE `sources` SET `has_feeds` = 1 WHERE `domain` = new.`domain` AND `has_feeds` = 0;
END;--> statement-breakpoint
CREATE TRIGGER `feeds_dropped` AFTER DELETE ON `feeds` BEGIN
	UPDATE `sources` SET `has_feeds` = 0 WHERE `domain` = old.`domain` AND `has_feeds` = 1
		AND NOT EXISTS (SELECT 1 FROM `feeds` WHERE `domain` = old.`domain`);
END;--> statement-breakpoint
CREATE TRIGGER `feeds_moved` AFTER UPDATE OF `domain` ON `feeds` WHEN old.`domain` <> new.`domain` BEGIN
	UPDATE `sources` SET `has_feeds` = 1 WHERE `domain` = new.`domain` AND `has_feeds` = 0;
	UPDATE `sources` SET `has_feeds` = 0 WHERE `domain` = old.`domain` AND `has_feeds` = 1
		AND NOT EXISTS (SELECT 1 FROM `feeds` WHERE `domain` = old.`domain`);
END;--> statement-breakpoint
CREATE TRIGGER `sources_added` AFTER INSERT ON `sources`
	WHEN new.`has_feeds` <> EXISTS (SELECT 1 FROM `feeds` WHERE `domain` = new.`domain`) BEGIN
	UPDATE `sources` SET `has_feeds` = 1 - `has_feeds` WHERE `domain` = new.`domain`;
END;
--> statement-breakpoint
INSERT INTO `name_lists` (kind, portion, names) SELECT 'topic', id % 8, json_group_object(CAST(id AS TEXT), json_array(name, slug, category)) FROM `topics` GROUP BY 2;
--> statement-breakpoint
CREATE TRIGGER `topics_named` AFTER INSERT ON `topics` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('topic', new.id % 8, json_object(CAST(new.id AS TEXT), json_array(new.name, new.slug, new.category)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;
--> statement-breakpoint
CREATE TRIGGER `topics_renamed` AFTER UPDATE OF name, slug, category ON `topics` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('topic', new.id % 8, json_object(CAST(new.id AS TEXT), json_array(new.name, new.slug, new.category)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;
--> statement-breakpoint
CREATE TRIGGER `topics_unnamed` AFTER DELETE ON `topics` BEGIN
	UPDATE `name_lists` SET names = json_patch(names, json_object(CAST(old.id AS TEXT), NULL)) WHERE kind = 'topic' AND portion = old.id % 8;
END;
--> statement-breakpoint
INSERT INTO `name_lists` (kind, portion, names) SELECT 'company', id % 8, json_group_object(CAST(id AS TEXT), json_array(name, organisation_type)) FROM `companies` GROUP BY 2;
--> statement-breakpoint
CREATE TRIGGER `companies_named` AFTER INSERT ON `companies` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('company', new.id % 8, json_object(CAST(new.id AS TEXT), json_array(new.name, new.organisation_type)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;
--> statement-breakpoint
CREATE TRIGGER `companies_renamed` AFTER UPDATE OF name, organisation_type ON `companies` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('company', new.id % 8, json_object(CAST(new.id AS TEXT), json_array(new.name, new.organisation_type)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;
--> statement-breakpoint
CREATE TRIGGER `companies_unnamed` AFTER DELETE ON `companies` BEGIN
	UPDATE `name_lists` SET names = json_patch(names, json_object(CAST(old.id AS TEXT), NULL)) WHERE kind = 'company' AND portion = old.id % 8;
END;
--> statement-breakpoint
INSERT INTO `name_lists` (kind, portion, names) SELECT 'source', (SELECT sum(unicode(substr(`sources`.`domain`, n.value, 1)) * n.value) % 8 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n WHERE n.value <= length(`sources`.`domain`)), json_group_object(domain, json_array(name, domain, organisation_type, has_feeds)) FROM `sources` GROUP BY 2;
--> statement-breakpoint
CREATE TRIGGER `sources_named` AFTER INSERT ON `sources` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('source', (SELECT sum(unicode(substr(new.domain, n.value, 1)) * n.value) % 8 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n WHERE n.value <= length(new.domain)), json_object(new.domain, json_array(new.name, new.domain, new.organisation_type, new.has_feeds)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;
--> statement-breakpoint
CREATE TRIGGER `sources_renamed` AFTER UPDATE OF name, organisation_type, has_feeds ON `sources` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('source', (SELECT sum(unicode(substr(new.domain, n.value, 1)) * n.value) % 8 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n WHERE n.value <= length(new.domain)), json_object(new.domain, json_array(new.name, new.domain, new.organisation_type, new.has_feeds)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;
--> statement-breakpoint
CREATE TRIGGER `sources_unnamed` AFTER DELETE ON `sources` BEGIN
	UPDATE `name_lists` SET names = json_patch(names, json_object(old.domain, NULL)) WHERE kind = 'source' AND portion = (SELECT sum(unicode(substr(old.domain, n.value, 1)) * n.value) % 8 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n WHERE n.value <= length(old.domain));
END;
--> statement-breakpoint
INSERT INTO `name_lists` (kind, portion, names) SELECT 'rule', unicode(substr(ref, -1)) % 8, json_group_object(kind || '/' || ref, json_array(ref, substr(words, 1, 8000), kind)) FROM `tag_rules` GROUP BY 2;
--> statement-breakpoint
CREATE TRIGGER `tag_rules_named` AFTER INSERT ON `tag_rules` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('rule', unicode(substr(new.ref, -1)) % 8, json_object(new.kind || '/' || new.ref, json_array(new.ref, substr(new.words, 1, 8000), new.kind)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;
--> statement-breakpoint
CREATE TRIGGER `tag_rules_renamed` AFTER UPDATE OF words ON `tag_rules` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('rule', unicode(substr(new.ref, -1)) % 8, json_object(new.kind || '/' || new.ref, json_array(new.ref, substr(new.words, 1, 8000), new.kind)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;
--> statement-breakpoint
CREATE TRIGGER `tag_rules_unnamed` AFTER DELETE ON `tag_rules` BEGIN
	UPDATE `name_lists` SET names = json_patch(names, json_object(old.kind || '/' || old.ref, NULL)) WHERE kind = 'rule' AND portion = unicode(substr(old.ref, -1)) % 8;
END;
