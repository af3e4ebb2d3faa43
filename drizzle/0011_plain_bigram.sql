-- Tokens of pairs of words have changed, so the cron computes the tokens of all articles again.
INSERT INTO `article_index` (`article_index`) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO `article_index` (rowid, tokens) SELECT position, 'fpending' FROM `articles`;
