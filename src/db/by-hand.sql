-- What drizzle-kit cannot say of the schema: `npm run generate` writes it into the migration, behind the tables.
-- Statements are separated by empty lines.

-- The full-text index over articles: title and introduction for words, facets for everything else.
CREATE VIRTUAL TABLE `article_index` USING fts5(title, introduction, facets, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');

-- `article_cards` follows what lists show of articles.
CREATE TRIGGER `articles_carded` AFTER INSERT ON `articles` BEGIN
	INSERT INTO `article_cards` (portion, cards) VALUES (new.id / 16, json_object(CAST(new.id AS TEXT), json_array(new.id, new.title, new.url, new.source ->> 'name', new.content_type,
		coalesce(new.organisation_type, new.source ->> 'organisationType'), coalesce(new.client, new.source ->> 'client'), new.published_at)))
		ON CONFLICT (portion) DO UPDATE SET cards = json_patch(cards, excluded.cards);
END;

CREATE TRIGGER `articles_changed` AFTER UPDATE OF title, url, source, content_type, organisation_type, client, published_at ON `articles`
	WHEN (old.title, old.url, old.source, old.content_type, old.organisation_type, old.client, old.published_at)
		IS NOT (new.title, new.url, new.source, new.content_type, new.organisation_type, new.client, new.published_at) BEGIN
	INSERT INTO `article_cards` (portion, cards) VALUES (new.id / 16, json_object(CAST(new.id AS TEXT), json_array(new.id, new.title, new.url, new.source ->> 'name', new.content_type,
		coalesce(new.organisation_type, new.source ->> 'organisationType'), coalesce(new.client, new.source ->> 'client'), new.published_at)))
		ON CONFLICT (portion) DO UPDATE SET cards = json_patch(cards, excluded.cards);
END;

CREATE TRIGGER `articles_gone` AFTER DELETE ON `articles` BEGIN
	UPDATE `article_cards` SET cards = json_patch(cards, json_object(CAST(old.id AS TEXT), NULL)) WHERE portion = old.id / 16;
END;

-- `stories` follows the articles: one has the copies that name it, and ends with the last of them.
CREATE TRIGGER `articles_told` AFTER INSERT ON `articles` BEGIN
	INSERT INTO `stories` (id, first_at, last_at, copies) VALUES (new.story_id, new.published_at, new.published_at,
		json_object(CAST(new.id AS TEXT), json_array(new.published_at, new.source ->> 'domain', new.source ->> 'name')))
		ON CONFLICT (id) DO UPDATE SET copies = json_patch(copies, excluded.copies),
			first_at = iif(copies = '{}', excluded.first_at, min(first_at, excluded.first_at)), last_at = iif(copies = '{}', excluded.last_at, max(last_at, excluded.last_at));
END;

CREATE TRIGGER `articles_retold` AFTER UPDATE OF story_id, source, published_at ON `articles`
	WHEN (old.story_id, old.source, old.published_at) IS NOT (new.story_id, new.source, new.published_at) BEGIN
	UPDATE `stories` SET copies = json_patch(copies, json_object(CAST(old.id AS TEXT), NULL)), lead_id = iif(old.story_id = new.story_id, lead_id, nullif(lead_id, old.id))
		WHERE id = old.story_id;
	INSERT INTO `stories` (id, first_at, last_at, copies) VALUES (new.story_id, new.published_at, new.published_at,
		json_object(CAST(new.id AS TEXT), json_array(new.published_at, new.source ->> 'domain', new.source ->> 'name')))
		ON CONFLICT (id) DO UPDATE SET copies = json_patch(copies, excluded.copies);
	-- Who follows a story that has become part of another follows that one, and one who did already goes on with one subscription,
	-- which is not told again what the other has sent; what waits there it sends.
	UPDATE `subscriptions` SET already_told = (SELECT json_group_array(value) FROM (SELECT value FROM json_each(already_told) UNION SELECT value FROM json_each(had)))
		FROM (SELECT key_id AS owner, via AS way, rhythm AS often, coalesce(address, '') AS there, json_group_array(t.value) AS had
			FROM `subscriptions` JOIN json_each(iif(json_valid(already_told), already_told, '[]')) t WHERE kind = 'story' AND ref = CAST(old.story_id AS TEXT) AND ended_at IS NULL
			AND t.value NOT IN (SELECT 'a' || w.value FROM `dispatches` JOIN json_each(iif(json_valid(content), content, '{}'), '$.articles') w
				WHERE subscription_id = `subscriptions`.id AND state = 'pending') GROUP BY 1, 2, 3, 4)
		WHERE kind = 'story' AND ref = CAST(new.story_id AS TEXT) AND ended_at IS NULL AND via <> 'feed' AND json_valid(already_told)
		AND (key_id, via, rhythm, coalesce(address, '')) = (owner, way, often, there)
		AND EXISTS (SELECT 1 FROM `stories` WHERE id = old.story_id AND copies = '{}');
	UPDATE `subscriptions` SET ended_at = unixepoch(), address = NULL WHERE kind = 'story' AND ref = CAST(old.story_id AS TEXT) AND ended_at IS NULL AND via <> 'feed'
		AND EXISTS (SELECT 1 FROM `stories` WHERE id = old.story_id AND copies = '{}')
		AND (key_id, via, rhythm, coalesce(address, '')) IN (SELECT key_id, via, rhythm, coalesce(address, '') FROM `subscriptions`
			WHERE kind = 'story' AND ref = CAST(new.story_id AS TEXT) AND ended_at IS NULL);
	UPDATE `subscriptions` SET ref = CAST(new.story_id AS TEXT) WHERE kind = 'story' AND ref = CAST(old.story_id AS TEXT) AND ended_at IS NULL
		AND EXISTS (SELECT 1 FROM `stories` WHERE id = old.story_id AND copies = '{}');
	DELETE FROM `stories` WHERE id = old.story_id AND copies = '{}';
	UPDATE `stories` SET (first_at, last_at) = (SELECT min(value ->> 0), max(value ->> 0) FROM json_each(copies)) WHERE id IN (old.story_id, new.story_id);
END;

CREATE TRIGGER `articles_untold` AFTER DELETE ON `articles` BEGIN
	UPDATE `stories` SET copies = json_patch(copies, json_object(CAST(old.id AS TEXT), NULL)), lead_id = nullif(lead_id, old.id) WHERE id = old.story_id;
	DELETE FROM `stories` WHERE id = old.story_id AND copies = '{}';
	UPDATE `stories` SET (first_at, last_at) = (SELECT min(value ->> 0), max(value ->> 0) FROM json_each(copies)) WHERE id = old.story_id;
END;

-- `sources.has_feeds` follows the feeds.
CREATE TRIGGER `feeds_added` AFTER INSERT ON `feeds` BEGIN
	UPDATE `sources` SET `has_feeds` = 1 WHERE `domain` = new.`domain` AND `has_feeds` = 0;
END;

CREATE TRIGGER `feeds_dropped` AFTER DELETE ON `feeds` BEGIN
	UPDATE `sources` SET `has_feeds` = 0 WHERE `domain` = old.`domain` AND `has_feeds` = 1
		AND NOT EXISTS (SELECT 1 FROM `feeds` WHERE `domain` = old.`domain`);
END;

CREATE TRIGGER `feeds_moved` AFTER UPDATE OF `domain` ON `feeds` WHEN old.`domain` <> new.`domain` BEGIN
	UPDATE `sources` SET `has_feeds` = 1 WHERE `domain` = new.`domain` AND `has_feeds` = 0;
	UPDATE `sources` SET `has_feeds` = 0 WHERE `domain` = old.`domain` AND `has_feeds` = 1
		AND NOT EXISTS (SELECT 1 FROM `feeds` WHERE `domain` = old.`domain`);
END;

CREATE TRIGGER `sources_added` AFTER INSERT ON `sources`
	WHEN new.`has_feeds` <> EXISTS (SELECT 1 FROM `feeds` WHERE `domain` = new.`domain`) BEGIN
	UPDATE `sources` SET `has_feeds` = 1 - `has_feeds` WHERE `domain` = new.`domain`;
END;

-- `name_lists` follows what has a name.
CREATE TRIGGER `topics_named` AFTER INSERT ON `topics` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('topic', new.id % 8, json_object(CAST(new.id AS TEXT), json_array(new.name, new.slug, new.category)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER `topics_renamed` AFTER UPDATE OF name, slug, category ON `topics` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('topic', new.id % 8, json_object(CAST(new.id AS TEXT), json_array(new.name, new.slug, new.category)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER `topics_unnamed` AFTER DELETE ON `topics` BEGIN
	UPDATE `name_lists` SET names = json_patch(names, json_object(CAST(old.id AS TEXT), NULL)) WHERE kind = 'topic' AND portion = old.id % 8;
END;

CREATE TRIGGER `companies_named` AFTER INSERT ON `companies` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('company', new.id % 8, json_object(CAST(new.id AS TEXT), json_array(new.name, new.organisation_type)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER `companies_renamed` AFTER UPDATE OF name, organisation_type ON `companies` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('company', new.id % 8, json_object(CAST(new.id AS TEXT), json_array(new.name, new.organisation_type)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER `companies_unnamed` AFTER DELETE ON `companies` BEGIN
	UPDATE `name_lists` SET names = json_patch(names, json_object(CAST(old.id AS TEXT), NULL)) WHERE kind = 'company' AND portion = old.id % 8;
END;

CREATE TRIGGER `sources_named` AFTER INSERT ON `sources` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('source', (SELECT sum(unicode(substr(new.domain, n.value, 1)) * n.value) % 8 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n WHERE n.value <= length(new.domain)), json_object(new.domain, json_array(new.name, new.domain, new.organisation_type, new.has_feeds)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER `sources_renamed` AFTER UPDATE OF name, organisation_type, has_feeds ON `sources` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('source', (SELECT sum(unicode(substr(new.domain, n.value, 1)) * n.value) % 8 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n WHERE n.value <= length(new.domain)), json_object(new.domain, json_array(new.name, new.domain, new.organisation_type, new.has_feeds)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER `sources_unnamed` AFTER DELETE ON `sources` BEGIN
	UPDATE `name_lists` SET names = json_patch(names, json_object(old.domain, NULL)) WHERE kind = 'source' AND portion = (SELECT sum(unicode(substr(old.domain, n.value, 1)) * n.value) % 8 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n WHERE n.value <= length(old.domain));
END;

CREATE TRIGGER `tag_rules_named` AFTER INSERT ON `tag_rules` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('rule', unicode(substr(new.ref, -1)) % 8, json_object(new.kind || '/' || new.ref, json_array(new.ref, substr(new.words, 1, 8000), new.kind)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER `tag_rules_renamed` AFTER UPDATE OF words ON `tag_rules` BEGIN
	INSERT INTO `name_lists` (kind, portion, names) VALUES ('rule', unicode(substr(new.ref, -1)) % 8, json_object(new.kind || '/' || new.ref, json_array(new.ref, substr(new.words, 1, 8000), new.kind)))
		ON CONFLICT (kind, portion) DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER `tag_rules_unnamed` AFTER DELETE ON `tag_rules` BEGIN
	UPDATE `name_lists` SET names = json_patch(names, json_object(old.kind || '/' || old.ref, NULL)) WHERE kind = 'rule' AND portion = unicode(substr(old.ref, -1)) % 8;
END;
