ALTER TABLE `articles` DROP COLUMN `facets`;
--> statement-breakpoint
CREATE INDEX `articles_published` ON `articles` (`published_at`);
--> statement-breakpoint
-- Positions were `published_at << 30 | id`; now they are seconds, or the next free number. By way of negative numbers, so that no two are the same.
UPDATE `articles` SET position = -1 - found.place FROM (SELECT id AS article, n + max(published_at - n) OVER (ORDER BY n) AS place
	FROM (SELECT id, published_at, row_number() OVER (ORDER BY published_at, id) AS n FROM `articles`)) found WHERE id = found.article;
--> statement-breakpoint
UPDATE `articles` SET position = -1 - position WHERE position < 0;
--> statement-breakpoint
-- The copies of a story name the positions of their articles, by which the index is asked for them.
UPDATE `stories` SET copies = (SELECT json_group_object(j.key, json_insert(j.value, '$[#]', a.position)) FROM json_each(copies) j
	JOIN `articles` a ON a.id = CAST(j.key AS INTEGER)) WHERE copies <> '{}';
--> statement-breakpoint
DROP TRIGGER `articles_carded`;
--> statement-breakpoint
-- An import writes the cards of many articles at once, of which each is then there.
CREATE TRIGGER `articles_carded` AFTER INSERT ON `articles` BEGIN
	INSERT INTO `article_cards` (portion, cards) VALUES (new.id / 16, json_object(CAST(new.id AS TEXT), json_array(new.id, new.title, new.url, new.source ->> 'name', new.content_type,
		coalesce(new.organisation_type, new.source ->> 'organisationType'), coalesce(new.client, new.source ->> 'client'), new.published_at)))
		ON CONFLICT (portion) DO UPDATE SET cards = json_patch(cards, excluded.cards) WHERE cards IS NOT json_patch(cards, excluded.cards);
END;
--> statement-breakpoint
DROP TRIGGER `articles_told`;
--> statement-breakpoint
CREATE TRIGGER `articles_told` AFTER INSERT ON `articles` BEGIN
	INSERT INTO `stories` (id, first_at, last_at, copies) VALUES (new.story_id, new.published_at, new.published_at,
		json_object(CAST(new.id AS TEXT), json_array(new.published_at, new.source ->> 'domain', new.source ->> 'name', new.position)))
		ON CONFLICT (id) DO UPDATE SET copies = json_patch(copies, excluded.copies),
			first_at = iif(copies = '{}', excluded.first_at, min(first_at, excluded.first_at)), last_at = iif(copies = '{}', excluded.last_at, max(last_at, excluded.last_at));
END;
--> statement-breakpoint
DROP TRIGGER `articles_retold`;
--> statement-breakpoint
CREATE TRIGGER `articles_retold` AFTER UPDATE OF story_id, source, published_at ON `articles`
	WHEN (old.story_id, old.source, old.published_at) IS NOT (new.story_id, new.source, new.published_at) BEGIN
	UPDATE `stories` SET copies = json_patch(copies, json_object(CAST(old.id AS TEXT), NULL)), lead_id = iif(old.story_id = new.story_id, lead_id, nullif(lead_id, old.id))
		WHERE id = old.story_id;
	INSERT INTO `stories` (id, first_at, last_at, copies) VALUES (new.story_id, new.published_at, new.published_at,
		json_object(CAST(new.id AS TEXT), json_array(new.published_at, new.source ->> 'domain', new.source ->> 'name', new.position)))
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
--> statement-breakpoint
CREATE TRIGGER `articles_repositioned` AFTER UPDATE OF position ON `articles` WHEN old.position <> new.position BEGIN
	UPDATE `stories` SET copies = json_set(copies, '$."' || new.id || '"[3]', new.position)
		WHERE id = new.story_id AND json_type(copies, '$."' || new.id || '"') = 'array';
END;
--> statement-breakpoint
-- The full-text index over articles: one column of tokens, made by the Worker (`src/content/index/`).
DROP TABLE `article_index`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `article_index` USING fts5(tokens, content='', contentless_delete=1, detail=none, tokenize='ascii');
--> statement-breakpoint
-- The cron indexes what is stored.
INSERT INTO `article_index` (rowid, tokens) SELECT position, 'fpending' FROM `articles`;
