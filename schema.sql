-- The whole schema, generated from drizzle/ by `npm run generate`.

CREATE TABLE `alert_memory` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`memory` text NOT NULL
);

CREATE TABLE `alert_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`types` text NOT NULL,
	`once_per_day` integer NOT NULL,
	`quiet` text
);

CREATE TABLE `annotations` (
	`date` text PRIMARY KEY NOT NULL,
	`scope` text DEFAULT 'site' NOT NULL,
	`ref` integer,
	`note` text NOT NULL
) WITHOUT ROWID;

CREATE TABLE `api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`origins` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`signer` integer
);

CREATE VIRTUAL TABLE `article_index` USING fts5(title, introduction, facets, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');

CREATE TABLE `articles` (
	`position` integer PRIMARY KEY NOT NULL,
	`id` integer NOT NULL,
	`url` text NOT NULL,
	`url_key` text NOT NULL,
	`title` text NOT NULL,
	`introduction` text NOT NULL,
	`published_at` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`content_type` text NOT NULL,
	`organisation_type` text,
	`client` text,
	`paywalled` integer NOT NULL,
	`registration` integer NOT NULL,
	`image` text,
	`source` text NOT NULL,
	`topics` text NOT NULL,
	`companies` text NOT NULL,
	`countries` text NOT NULL,
	`geo_groups` text NOT NULL,
	`facets` text NOT NULL,
	`rule_tags` text
);

CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`session` text,
	`change` text NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`action` text NOT NULL,
	`before` text,
	`after` text
);

CREATE TABLE `click_days` (
	`content_id` integer NOT NULL,
	`day` integer NOT NULL,
	`engagement` integer NOT NULL,
	PRIMARY KEY(`content_id`, `day`)
) WITHOUT ROWID;

CREATE VIEW `click_hours` AS
	SELECT * FROM `click_hours_0` UNION ALL SELECT * FROM `click_hours_1` UNION ALL SELECT * FROM `click_hours_2`
	UNION ALL SELECT * FROM `click_hours_3` UNION ALL SELECT * FROM `click_hours_4`;

CREATE TABLE `click_hours_0` (
	`content_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`unsigned_all` integer DEFAULT 0 NOT NULL,
	`unsigned_broker` integer DEFAULT 0 NOT NULL,
	`unsigned_carrier` integer DEFAULT 0 NOT NULL,
	`unsigned_other` integer DEFAULT 0 NOT NULL,
	`unsigned_af` integer DEFAULT 0 NOT NULL,
	`unsigned_an` integer DEFAULT 0 NOT NULL,
	`unsigned_as` integer DEFAULT 0 NOT NULL,
	`unsigned_eu` integer DEFAULT 0 NOT NULL,
	`unsigned_na` integer DEFAULT 0 NOT NULL,
	`unsigned_oc` integer DEFAULT 0 NOT NULL,
	`unsigned_sa` integer DEFAULT 0 NOT NULL,
	`unsigned_c_suite` integer DEFAULT 0 NOT NULL,
	`unsigned_vice_president` integer DEFAULT 0 NOT NULL,
	`unsigned_director` integer DEFAULT 0 NOT NULL,
	`unsigned_manager` integer DEFAULT 0 NOT NULL,
	`unsigned_individual_contributor` integer DEFAULT 0 NOT NULL,
	`signed_all` integer DEFAULT 0 NOT NULL,
	`signed_broker` integer DEFAULT 0 NOT NULL,
	`signed_carrier` integer DEFAULT 0 NOT NULL,
	`signed_other` integer DEFAULT 0 NOT NULL,
	`signed_af` integer DEFAULT 0 NOT NULL,
	`signed_an` integer DEFAULT 0 NOT NULL,
	`signed_as` integer DEFAULT 0 NOT NULL,
	`signed_eu` integer DEFAULT 0 NOT NULL,
	`signed_na` integer DEFAULT 0 NOT NULL,
	`signed_oc` integer DEFAULT 0 NOT NULL,
	`signed_sa` integer DEFAULT 0 NOT NULL,
	`signed_c_suite` integer DEFAULT 0 NOT NULL,
	`signed_vice_president` integer DEFAULT 0 NOT NULL,
	`signed_director` integer DEFAULT 0 NOT NULL,
	`signed_manager` integer DEFAULT 0 NOT NULL,
	`signed_individual_contributor` integer DEFAULT 0 NOT NULL,
	`network_0` integer DEFAULT 0 NOT NULL,
	`network_1` integer DEFAULT 0 NOT NULL,
	`network_2` integer DEFAULT 0 NOT NULL,
	`network_3` integer DEFAULT 0 NOT NULL,
	`network_4` integer DEFAULT 0 NOT NULL,
	`network_5` integer DEFAULT 0 NOT NULL,
	`network_6` integer DEFAULT 0 NOT NULL,
	`network_7` integer DEFAULT 0 NOT NULL,
	`network_8` integer DEFAULT 0 NOT NULL,
	`network_9` integer DEFAULT 0 NOT NULL,
	`network_10` integer DEFAULT 0 NOT NULL,
	`network_11` integer DEFAULT 0 NOT NULL,
	`network_12` integer DEFAULT 0 NOT NULL,
	`network_13` integer DEFAULT 0 NOT NULL,
	`network_14` integer DEFAULT 0 NOT NULL,
	`network_15` integer DEFAULT 0 NOT NULL,
	`agent_0` integer DEFAULT 0 NOT NULL,
	`agent_1` integer DEFAULT 0 NOT NULL,
	`agent_2` integer DEFAULT 0 NOT NULL,
	`agent_3` integer DEFAULT 0 NOT NULL,
	`agent_4` integer DEFAULT 0 NOT NULL,
	`agent_5` integer DEFAULT 0 NOT NULL,
	`agent_6` integer DEFAULT 0 NOT NULL,
	`agent_7` integer DEFAULT 0 NOT NULL,
	`agent_8` integer DEFAULT 0 NOT NULL,
	`agent_9` integer DEFAULT 0 NOT NULL,
	`agent_10` integer DEFAULT 0 NOT NULL,
	`agent_11` integer DEFAULT 0 NOT NULL,
	`agent_12` integer DEFAULT 0 NOT NULL,
	`agent_13` integer DEFAULT 0 NOT NULL,
	`agent_14` integer DEFAULT 0 NOT NULL,
	`agent_15` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_0` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_1` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_2` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_3` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_4` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_5` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_6` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_7` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_8` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_9` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_10` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_11` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_12` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_13` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_14` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_15` integer DEFAULT 0 NOT NULL,
	`signed_reader_0` integer DEFAULT 0 NOT NULL,
	`signed_reader_1` integer DEFAULT 0 NOT NULL,
	`signed_reader_2` integer DEFAULT 0 NOT NULL,
	`signed_reader_3` integer DEFAULT 0 NOT NULL,
	`signed_reader_4` integer DEFAULT 0 NOT NULL,
	`signed_reader_5` integer DEFAULT 0 NOT NULL,
	`signed_reader_6` integer DEFAULT 0 NOT NULL,
	`signed_reader_7` integer DEFAULT 0 NOT NULL,
	`signed_reader_8` integer DEFAULT 0 NOT NULL,
	`signed_reader_9` integer DEFAULT 0 NOT NULL,
	`signed_reader_10` integer DEFAULT 0 NOT NULL,
	`signed_reader_11` integer DEFAULT 0 NOT NULL,
	`signed_reader_12` integer DEFAULT 0 NOT NULL,
	`signed_reader_13` integer DEFAULT 0 NOT NULL,
	`signed_reader_14` integer DEFAULT 0 NOT NULL,
	`signed_reader_15` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`content_id`, `hour`)
) WITHOUT ROWID;

CREATE TABLE `click_hours_1` (
	`content_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`unsigned_all` integer DEFAULT 0 NOT NULL,
	`unsigned_broker` integer DEFAULT 0 NOT NULL,
	`unsigned_carrier` integer DEFAULT 0 NOT NULL,
	`unsigned_other` integer DEFAULT 0 NOT NULL,
	`unsigned_af` integer DEFAULT 0 NOT NULL,
	`unsigned_an` integer DEFAULT 0 NOT NULL,
	`unsigned_as` integer DEFAULT 0 NOT NULL,
	`unsigned_eu` integer DEFAULT 0 NOT NULL,
	`unsigned_na` integer DEFAULT 0 NOT NULL,
	`unsigned_oc` integer DEFAULT 0 NOT NULL,
	`unsigned_sa` integer DEFAULT 0 NOT NULL,
	`unsigned_c_suite` integer DEFAULT 0 NOT NULL,
	`unsigned_vice_president` integer DEFAULT 0 NOT NULL,
	`unsigned_director` integer DEFAULT 0 NOT NULL,
	`unsigned_manager` integer DEFAULT 0 NOT NULL,
	`unsigned_individual_contributor` integer DEFAULT 0 NOT NULL,
	`signed_all` integer DEFAULT 0 NOT NULL,
	`signed_broker` integer DEFAULT 0 NOT NULL,
	`signed_carrier` integer DEFAULT 0 NOT NULL,
	`signed_other` integer DEFAULT 0 NOT NULL,
	`signed_af` integer DEFAULT 0 NOT NULL,
	`signed_an` integer DEFAULT 0 NOT NULL,
	`signed_as` integer DEFAULT 0 NOT NULL,
	`signed_eu` integer DEFAULT 0 NOT NULL,
	`signed_na` integer DEFAULT 0 NOT NULL,
	`signed_oc` integer DEFAULT 0 NOT NULL,
	`signed_sa` integer DEFAULT 0 NOT NULL,
	`signed_c_suite` integer DEFAULT 0 NOT NULL,
	`signed_vice_president` integer DEFAULT 0 NOT NULL,
	`signed_director` integer DEFAULT 0 NOT NULL,
	`signed_manager` integer DEFAULT 0 NOT NULL,
	`signed_individual_contributor` integer DEFAULT 0 NOT NULL,
	`network_0` integer DEFAULT 0 NOT NULL,
	`network_1` integer DEFAULT 0 NOT NULL,
	`network_2` integer DEFAULT 0 NOT NULL,
	`network_3` integer DEFAULT 0 NOT NULL,
	`network_4` integer DEFAULT 0 NOT NULL,
	`network_5` integer DEFAULT 0 NOT NULL,
	`network_6` integer DEFAULT 0 NOT NULL,
	`network_7` integer DEFAULT 0 NOT NULL,
	`network_8` integer DEFAULT 0 NOT NULL,
	`network_9` integer DEFAULT 0 NOT NULL,
	`network_10` integer DEFAULT 0 NOT NULL,
	`network_11` integer DEFAULT 0 NOT NULL,
	`network_12` integer DEFAULT 0 NOT NULL,
	`network_13` integer DEFAULT 0 NOT NULL,
	`network_14` integer DEFAULT 0 NOT NULL,
	`network_15` integer DEFAULT 0 NOT NULL,
	`agent_0` integer DEFAULT 0 NOT NULL,
	`agent_1` integer DEFAULT 0 NOT NULL,
	`agent_2` integer DEFAULT 0 NOT NULL,
	`agent_3` integer DEFAULT 0 NOT NULL,
	`agent_4` integer DEFAULT 0 NOT NULL,
	`agent_5` integer DEFAULT 0 NOT NULL,
	`agent_6` integer DEFAULT 0 NOT NULL,
	`agent_7` integer DEFAULT 0 NOT NULL,
	`agent_8` integer DEFAULT 0 NOT NULL,
	`agent_9` integer DEFAULT 0 NOT NULL,
	`agent_10` integer DEFAULT 0 NOT NULL,
	`agent_11` integer DEFAULT 0 NOT NULL,
	`agent_12` integer DEFAULT 0 NOT NULL,
	`agent_13` integer DEFAULT 0 NOT NULL,
	`agent_14` integer DEFAULT 0 NOT NULL,
	`agent_15` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_0` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_1` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_2` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_3` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_4` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_5` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_6` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_7` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_8` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_9` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_10` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_11` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_12` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_13` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_14` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_15` integer DEFAULT 0 NOT NULL,
	`signed_reader_0` integer DEFAULT 0 NOT NULL,
	`signed_reader_1` integer DEFAULT 0 NOT NULL,
	`signed_reader_2` integer DEFAULT 0 NOT NULL,
	`signed_reader_3` integer DEFAULT 0 NOT NULL,
	`signed_reader_4` integer DEFAULT 0 NOT NULL,
	`signed_reader_5` integer DEFAULT 0 NOT NULL,
	`signed_reader_6` integer DEFAULT 0 NOT NULL,
	`signed_reader_7` integer DEFAULT 0 NOT NULL,
	`signed_reader_8` integer DEFAULT 0 NOT NULL,
	`signed_reader_9` integer DEFAULT 0 NOT NULL,
	`signed_reader_10` integer DEFAULT 0 NOT NULL,
	`signed_reader_11` integer DEFAULT 0 NOT NULL,
	`signed_reader_12` integer DEFAULT 0 NOT NULL,
	`signed_reader_13` integer DEFAULT 0 NOT NULL,
	`signed_reader_14` integer DEFAULT 0 NOT NULL,
	`signed_reader_15` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`content_id`, `hour`)
) WITHOUT ROWID;

CREATE TABLE `click_hours_2` (
	`content_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`unsigned_all` integer DEFAULT 0 NOT NULL,
	`unsigned_broker` integer DEFAULT 0 NOT NULL,
	`unsigned_carrier` integer DEFAULT 0 NOT NULL,
	`unsigned_other` integer DEFAULT 0 NOT NULL,
	`unsigned_af` integer DEFAULT 0 NOT NULL,
	`unsigned_an` integer DEFAULT 0 NOT NULL,
	`unsigned_as` integer DEFAULT 0 NOT NULL,
	`unsigned_eu` integer DEFAULT 0 NOT NULL,
	`unsigned_na` integer DEFAULT 0 NOT NULL,
	`unsigned_oc` integer DEFAULT 0 NOT NULL,
	`unsigned_sa` integer DEFAULT 0 NOT NULL,
	`unsigned_c_suite` integer DEFAULT 0 NOT NULL,
	`unsigned_vice_president` integer DEFAULT 0 NOT NULL,
	`unsigned_director` integer DEFAULT 0 NOT NULL,
	`unsigned_manager` integer DEFAULT 0 NOT NULL,
	`unsigned_individual_contributor` integer DEFAULT 0 NOT NULL,
	`signed_all` integer DEFAULT 0 NOT NULL,
	`signed_broker` integer DEFAULT 0 NOT NULL,
	`signed_carrier` integer DEFAULT 0 NOT NULL,
	`signed_other` integer DEFAULT 0 NOT NULL,
	`signed_af` integer DEFAULT 0 NOT NULL,
	`signed_an` integer DEFAULT 0 NOT NULL,
	`signed_as` integer DEFAULT 0 NOT NULL,
	`signed_eu` integer DEFAULT 0 NOT NULL,
	`signed_na` integer DEFAULT 0 NOT NULL,
	`signed_oc` integer DEFAULT 0 NOT NULL,
	`signed_sa` integer DEFAULT 0 NOT NULL,
	`signed_c_suite` integer DEFAULT 0 NOT NULL,
	`signed_vice_president` integer DEFAULT 0 NOT NULL,
	`signed_director` integer DEFAULT 0 NOT NULL,
	`signed_manager` integer DEFAULT 0 NOT NULL,
	`signed_individual_contributor` integer DEFAULT 0 NOT NULL,
	`network_0` integer DEFAULT 0 NOT NULL,
	`network_1` integer DEFAULT 0 NOT NULL,
	`network_2` integer DEFAULT 0 NOT NULL,
	`network_3` integer DEFAULT 0 NOT NULL,
	`network_4` integer DEFAULT 0 NOT NULL,
	`network_5` integer DEFAULT 0 NOT NULL,
	`network_6` integer DEFAULT 0 NOT NULL,
	`network_7` integer DEFAULT 0 NOT NULL,
	`network_8` integer DEFAULT 0 NOT NULL,
	`network_9` integer DEFAULT 0 NOT NULL,
	`network_10` integer DEFAULT 0 NOT NULL,
	`network_11` integer DEFAULT 0 NOT NULL,
	`network_12` integer DEFAULT 0 NOT NULL,
	`network_13` integer DEFAULT 0 NOT NULL,
	`network_14` integer DEFAULT 0 NOT NULL,
	`network_15` integer DEFAULT 0 NOT NULL,
	`agent_0` integer DEFAULT 0 NOT NULL,
	`agent_1` integer DEFAULT 0 NOT NULL,
	`agent_2` integer DEFAULT 0 NOT NULL,
	`agent_3` integer DEFAULT 0 NOT NULL,
	`agent_4` integer DEFAULT 0 NOT NULL,
	`agent_5` integer DEFAULT 0 NOT NULL,
	`agent_6` integer DEFAULT 0 NOT NULL,
	`agent_7` integer DEFAULT 0 NOT NULL,
	`agent_8` integer DEFAULT 0 NOT NULL,
	`agent_9` integer DEFAULT 0 NOT NULL,
	`agent_10` integer DEFAULT 0 NOT NULL,
	`agent_11` integer DEFAULT 0 NOT NULL,
	`agent_12` integer DEFAULT 0 NOT NULL,
	`agent_13` integer DEFAULT 0 NOT NULL,
	`agent_14` integer DEFAULT 0 NOT NULL,
	`agent_15` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_0` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_1` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_2` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_3` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_4` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_5` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_6` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_7` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_8` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_9` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_10` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_11` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_12` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_13` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_14` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_15` integer DEFAULT 0 NOT NULL,
	`signed_reader_0` integer DEFAULT 0 NOT NULL,
	`signed_reader_1` integer DEFAULT 0 NOT NULL,
	`signed_reader_2` integer DEFAULT 0 NOT NULL,
	`signed_reader_3` integer DEFAULT 0 NOT NULL,
	`signed_reader_4` integer DEFAULT 0 NOT NULL,
	`signed_reader_5` integer DEFAULT 0 NOT NULL,
	`signed_reader_6` integer DEFAULT 0 NOT NULL,
	`signed_reader_7` integer DEFAULT 0 NOT NULL,
	`signed_reader_8` integer DEFAULT 0 NOT NULL,
	`signed_reader_9` integer DEFAULT 0 NOT NULL,
	`signed_reader_10` integer DEFAULT 0 NOT NULL,
	`signed_reader_11` integer DEFAULT 0 NOT NULL,
	`signed_reader_12` integer DEFAULT 0 NOT NULL,
	`signed_reader_13` integer DEFAULT 0 NOT NULL,
	`signed_reader_14` integer DEFAULT 0 NOT NULL,
	`signed_reader_15` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`content_id`, `hour`)
) WITHOUT ROWID;

CREATE TABLE `click_hours_3` (
	`content_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`unsigned_all` integer DEFAULT 0 NOT NULL,
	`unsigned_broker` integer DEFAULT 0 NOT NULL,
	`unsigned_carrier` integer DEFAULT 0 NOT NULL,
	`unsigned_other` integer DEFAULT 0 NOT NULL,
	`unsigned_af` integer DEFAULT 0 NOT NULL,
	`unsigned_an` integer DEFAULT 0 NOT NULL,
	`unsigned_as` integer DEFAULT 0 NOT NULL,
	`unsigned_eu` integer DEFAULT 0 NOT NULL,
	`unsigned_na` integer DEFAULT 0 NOT NULL,
	`unsigned_oc` integer DEFAULT 0 NOT NULL,
	`unsigned_sa` integer DEFAULT 0 NOT NULL,
	`unsigned_c_suite` integer DEFAULT 0 NOT NULL,
	`unsigned_vice_president` integer DEFAULT 0 NOT NULL,
	`unsigned_director` integer DEFAULT 0 NOT NULL,
	`unsigned_manager` integer DEFAULT 0 NOT NULL,
	`unsigned_individual_contributor` integer DEFAULT 0 NOT NULL,
	`signed_all` integer DEFAULT 0 NOT NULL,
	`signed_broker` integer DEFAULT 0 NOT NULL,
	`signed_carrier` integer DEFAULT 0 NOT NULL,
	`signed_other` integer DEFAULT 0 NOT NULL,
	`signed_af` integer DEFAULT 0 NOT NULL,
	`signed_an` integer DEFAULT 0 NOT NULL,
	`signed_as` integer DEFAULT 0 NOT NULL,
	`signed_eu` integer DEFAULT 0 NOT NULL,
	`signed_na` integer DEFAULT 0 NOT NULL,
	`signed_oc` integer DEFAULT 0 NOT NULL,
	`signed_sa` integer DEFAULT 0 NOT NULL,
	`signed_c_suite` integer DEFAULT 0 NOT NULL,
	`signed_vice_president` integer DEFAULT 0 NOT NULL,
	`signed_director` integer DEFAULT 0 NOT NULL,
	`signed_manager` integer DEFAULT 0 NOT NULL,
	`signed_individual_contributor` integer DEFAULT 0 NOT NULL,
	`network_0` integer DEFAULT 0 NOT NULL,
	`network_1` integer DEFAULT 0 NOT NULL,
	`network_2` integer DEFAULT 0 NOT NULL,
	`network_3` integer DEFAULT 0 NOT NULL,
	`network_4` integer DEFAULT 0 NOT NULL,
	`network_5` integer DEFAULT 0 NOT NULL,
	`network_6` integer DEFAULT 0 NOT NULL,
	`network_7` integer DEFAULT 0 NOT NULL,
	`network_8` integer DEFAULT 0 NOT NULL,
	`network_9` integer DEFAULT 0 NOT NULL,
	`network_10` integer DEFAULT 0 NOT NULL,
	`network_11` integer DEFAULT 0 NOT NULL,
	`network_12` integer DEFAULT 0 NOT NULL,
	`network_13` integer DEFAULT 0 NOT NULL,
	`network_14` integer DEFAULT 0 NOT NULL,
	`network_15` integer DEFAULT 0 NOT NULL,
	`agent_0` integer DEFAULT 0 NOT NULL,
	`agent_1` integer DEFAULT 0 NOT NULL,
	`agent_2` integer DEFAULT 0 NOT NULL,
	`agent_3` integer DEFAULT 0 NOT NULL,
	`agent_4` integer DEFAULT 0 NOT NULL,
	`agent_5` integer DEFAULT 0 NOT NULL,
	`agent_6` integer DEFAULT 0 NOT NULL,
	`agent_7` integer DEFAULT 0 NOT NULL,
	`agent_8` integer DEFAULT 0 NOT NULL,
	`agent_9` integer DEFAULT 0 NOT NULL,
	`agent_10` integer DEFAULT 0 NOT NULL,
	`agent_11` integer DEFAULT 0 NOT NULL,
	`agent_12` integer DEFAULT 0 NOT NULL,
	`agent_13` integer DEFAULT 0 NOT NULL,
	`agent_14` integer DEFAULT 0 NOT NULL,
	`agent_15` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_0` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_1` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_2` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_3` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_4` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_5` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_6` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_7` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_8` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_9` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_10` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_11` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_12` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_13` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_14` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_15` integer DEFAULT 0 NOT NULL,
	`signed_reader_0` integer DEFAULT 0 NOT NULL,
	`signed_reader_1` integer DEFAULT 0 NOT NULL,
	`signed_reader_2` integer DEFAULT 0 NOT NULL,
	`signed_reader_3` integer DEFAULT 0 NOT NULL,
	`signed_reader_4` integer DEFAULT 0 NOT NULL,
	`signed_reader_5` integer DEFAULT 0 NOT NULL,
	`signed_reader_6` integer DEFAULT 0 NOT NULL,
	`signed_reader_7` integer DEFAULT 0 NOT NULL,
	`signed_reader_8` integer DEFAULT 0 NOT NULL,
	`signed_reader_9` integer DEFAULT 0 NOT NULL,
	`signed_reader_10` integer DEFAULT 0 NOT NULL,
	`signed_reader_11` integer DEFAULT 0 NOT NULL,
	`signed_reader_12` integer DEFAULT 0 NOT NULL,
	`signed_reader_13` integer DEFAULT 0 NOT NULL,
	`signed_reader_14` integer DEFAULT 0 NOT NULL,
	`signed_reader_15` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`content_id`, `hour`)
) WITHOUT ROWID;

CREATE TABLE `click_hours_4` (
	`content_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`unsigned_all` integer DEFAULT 0 NOT NULL,
	`unsigned_broker` integer DEFAULT 0 NOT NULL,
	`unsigned_carrier` integer DEFAULT 0 NOT NULL,
	`unsigned_other` integer DEFAULT 0 NOT NULL,
	`unsigned_af` integer DEFAULT 0 NOT NULL,
	`unsigned_an` integer DEFAULT 0 NOT NULL,
	`unsigned_as` integer DEFAULT 0 NOT NULL,
	`unsigned_eu` integer DEFAULT 0 NOT NULL,
	`unsigned_na` integer DEFAULT 0 NOT NULL,
	`unsigned_oc` integer DEFAULT 0 NOT NULL,
	`unsigned_sa` integer DEFAULT 0 NOT NULL,
	`unsigned_c_suite` integer DEFAULT 0 NOT NULL,
	`unsigned_vice_president` integer DEFAULT 0 NOT NULL,
	`unsigned_director` integer DEFAULT 0 NOT NULL,
	`unsigned_manager` integer DEFAULT 0 NOT NULL,
	`unsigned_individual_contributor` integer DEFAULT 0 NOT NULL,
	`signed_all` integer DEFAULT 0 NOT NULL,
	`signed_broker` integer DEFAULT 0 NOT NULL,
	`signed_carrier` integer DEFAULT 0 NOT NULL,
	`signed_other` integer DEFAULT 0 NOT NULL,
	`signed_af` integer DEFAULT 0 NOT NULL,
	`signed_an` integer DEFAULT 0 NOT NULL,
	`signed_as` integer DEFAULT 0 NOT NULL,
	`signed_eu` integer DEFAULT 0 NOT NULL,
	`signed_na` integer DEFAULT 0 NOT NULL,
	`signed_oc` integer DEFAULT 0 NOT NULL,
	`signed_sa` integer DEFAULT 0 NOT NULL,
	`signed_c_suite` integer DEFAULT 0 NOT NULL,
	`signed_vice_president` integer DEFAULT 0 NOT NULL,
	`signed_director` integer DEFAULT 0 NOT NULL,
	`signed_manager` integer DEFAULT 0 NOT NULL,
	`signed_individual_contributor` integer DEFAULT 0 NOT NULL,
	`network_0` integer DEFAULT 0 NOT NULL,
	`network_1` integer DEFAULT 0 NOT NULL,
	`network_2` integer DEFAULT 0 NOT NULL,
	`network_3` integer DEFAULT 0 NOT NULL,
	`network_4` integer DEFAULT 0 NOT NULL,
	`network_5` integer DEFAULT 0 NOT NULL,
	`network_6` integer DEFAULT 0 NOT NULL,
	`network_7` integer DEFAULT 0 NOT NULL,
	`network_8` integer DEFAULT 0 NOT NULL,
	`network_9` integer DEFAULT 0 NOT NULL,
	`network_10` integer DEFAULT 0 NOT NULL,
	`network_11` integer DEFAULT 0 NOT NULL,
	`network_12` integer DEFAULT 0 NOT NULL,
	`network_13` integer DEFAULT 0 NOT NULL,
	`network_14` integer DEFAULT 0 NOT NULL,
	`network_15` integer DEFAULT 0 NOT NULL,
	`agent_0` integer DEFAULT 0 NOT NULL,
	`agent_1` integer DEFAULT 0 NOT NULL,
	`agent_2` integer DEFAULT 0 NOT NULL,
	`agent_3` integer DEFAULT 0 NOT NULL,
	`agent_4` integer DEFAULT 0 NOT NULL,
	`agent_5` integer DEFAULT 0 NOT NULL,
	`agent_6` integer DEFAULT 0 NOT NULL,
	`agent_7` integer DEFAULT 0 NOT NULL,
	`agent_8` integer DEFAULT 0 NOT NULL,
	`agent_9` integer DEFAULT 0 NOT NULL,
	`agent_10` integer DEFAULT 0 NOT NULL,
	`agent_11` integer DEFAULT 0 NOT NULL,
	`agent_12` integer DEFAULT 0 NOT NULL,
	`agent_13` integer DEFAULT 0 NOT NULL,
	`agent_14` integer DEFAULT 0 NOT NULL,
	`agent_15` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_0` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_1` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_2` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_3` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_4` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_5` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_6` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_7` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_8` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_9` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_10` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_11` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_12` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_13` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_14` integer DEFAULT 0 NOT NULL,
	`unsigned_reader_15` integer DEFAULT 0 NOT NULL,
	`signed_reader_0` integer DEFAULT 0 NOT NULL,
	`signed_reader_1` integer DEFAULT 0 NOT NULL,
	`signed_reader_2` integer DEFAULT 0 NOT NULL,
	`signed_reader_3` integer DEFAULT 0 NOT NULL,
	`signed_reader_4` integer DEFAULT 0 NOT NULL,
	`signed_reader_5` integer DEFAULT 0 NOT NULL,
	`signed_reader_6` integer DEFAULT 0 NOT NULL,
	`signed_reader_7` integer DEFAULT 0 NOT NULL,
	`signed_reader_8` integer DEFAULT 0 NOT NULL,
	`signed_reader_9` integer DEFAULT 0 NOT NULL,
	`signed_reader_10` integer DEFAULT 0 NOT NULL,
	`signed_reader_11` integer DEFAULT 0 NOT NULL,
	`signed_reader_12` integer DEFAULT 0 NOT NULL,
	`signed_reader_13` integer DEFAULT 0 NOT NULL,
	`signed_reader_14` integer DEFAULT 0 NOT NULL,
	`signed_reader_15` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`content_id`, `hour`)
) WITHOUT ROWID;

CREATE TABLE `click_ids_0` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `click_ids_1` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `click_ids_2` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `click_ids_3` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `click_ids_4` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `click_outcomes` (
	`hour` integer NOT NULL,
	`outcome` text NOT NULL,
	`clicks` integer NOT NULL,
	PRIMARY KEY(`hour`, `outcome`)
) WITHOUT ROWID;

CREATE TABLE `click_totals` (
	`outcome` text PRIMARY KEY NOT NULL,
	`clicks` integer NOT NULL,
	`through` integer NOT NULL
);

CREATE TABLE `companies` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`organisation_type` text NOT NULL
);

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

CREATE TABLE `computed_days` (
	`id` integer PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`is_complete` integer NOT NULL
);

CREATE TABLE `countries` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`continent` text NOT NULL
);

CREATE TABLE `counts` (
	`name` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`at` integer NOT NULL
);

CREATE TABLE `dead_letters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`message_id` text NOT NULL,
	`reason` text NOT NULL,
	`body` text NOT NULL
);

CREATE TABLE `demo_load` (
	`id` integer PRIMARY KEY NOT NULL,
	`now` integer NOT NULL,
	`loaded_at` integer
);

CREATE TABLE `feed_items` (
	`feed_id` integer NOT NULL,
	`guid` text NOT NULL,
	`article_id` integer NOT NULL,
	`hash` text NOT NULL,
	`noted_at` integer DEFAULT 0 NOT NULL,
	`borrowed` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`feed_id`, `guid`)
) WITHOUT ROWID;

CREATE TABLE `feed_moves` (
	`url` text PRIMARY KEY NOT NULL,
	`moved_to` text NOT NULL
);

CREATE TABLE `feeds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`url` text NOT NULL,
	`domain` text NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`etag` text,
	`last_modified` text,
	`body_hash` text,
	`interval` integer NOT NULL,
	`next_at` integer,
	`last_fetch_at` integer,
	`last_new_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	`reason` text,
	`written_day` integer DEFAULT 0 NOT NULL,
	`written` integer DEFAULT 0 NOT NULL
);

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

CREATE TABLE `geo_groups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`countries` text NOT NULL
);

CREATE TABLE `geography` (
	`id` integer PRIMARY KEY NOT NULL,
	`groups` text NOT NULL
);

CREATE TABLE `import_salts` (
	`day` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`half` text NOT NULL,
	`made_at` integer NOT NULL
);

CREATE TABLE `job_failures` (
	`job` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`reason` text NOT NULL
);

CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`milliseconds` integer NOT NULL
);

CREATE TABLE `key_days` (
	`key_id` integer NOT NULL,
	`day` integer NOT NULL,
	`outcome` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key_id`, `day`, `outcome`)
) WITHOUT ROWID;

CREATE TABLE `name_lists` (
	`kind` text NOT NULL,
	`portion` integer NOT NULL,
	`names` text NOT NULL,
	PRIMARY KEY(`kind`, `portion`)
) WITHOUT ROWID;

CREATE TABLE `reader_salts` (
	`day` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`half` text NOT NULL,
	`made_at` integer NOT NULL
);

CREATE TABLE `recommended` (
	`date` text PRIMARY KEY NOT NULL,
	`articles` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`modified_at` integer NOT NULL
);

CREATE TABLE `restore_lock` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL
);

CREATE TABLE `saved_searches` (
	`slug` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`filter` text NOT NULL
) WITHOUT ROWID;

CREATE TABLE `secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);

CREATE TABLE `sequences` (
	`name` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);

CREATE TABLE `sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`key_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);

CREATE TABLE `shares` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`view` text NOT NULL,
	`actor` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);

CREATE TABLE `signing_secrets` (
	`id` integer PRIMARY KEY NOT NULL,
	`signer` integer NOT NULL,
	`name` text NOT NULL,
	`half` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer
);

CREATE TABLE `site_shares` (
	`hour` integer PRIMARY KEY NOT NULL,
	`votes` integer NOT NULL,
	`shares` text
);

CREATE TABLE `source_aliases` (
	`alias` text PRIMARY KEY NOT NULL,
	`domain` text NOT NULL
) WITHOUT ROWID;

CREATE TABLE `sources` (
	`domain` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`icon` text,
	`iframeable` integer DEFAULT true NOT NULL,
	`organisation_type` text,
	`client` text,
	`publishes` text DEFAULT '[]' NOT NULL,
	`aggregator` integer DEFAULT false NOT NULL,
	`has_feeds` integer DEFAULT false NOT NULL
);

CREATE TRIGGER `sources_added` AFTER INSERT ON `sources`
	WHEN new.`has_feeds` <> EXISTS (SELECT 1 FROM `feeds` WHERE `domain` = new.`domain`) BEGIN
	UPDATE `sources` SET `has_feeds` = 1 - `has_feeds` WHERE `domain` = new.`domain`;
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

CREATE TABLE `tag_rules` (
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`words` text NOT NULL,
	`exclusions` text NOT NULL,
	PRIMARY KEY(`kind`, `ref`)
) WITHOUT ROWID;

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

CREATE TABLE `topic_days` (
	`topic_id` integer NOT NULL,
	`day` integer NOT NULL,
	`engagement` integer NOT NULL,
	`engagement_rm` integer NOT NULL,
	PRIMARY KEY(`topic_id`, `day`)
) WITHOUT ROWID;

CREATE TABLE `topic_windows` (
	`topic_id` integer PRIMARY KEY NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`slug` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`category` integer DEFAULT 0 NOT NULL,
	`excluded` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`hour` integer DEFAULT 0 NOT NULL,
	`stale` integer DEFAULT 0 NOT NULL,
	`engagement_24h` integer DEFAULT 0 NOT NULL,
	`engagement_24h_broker` integer DEFAULT 0 NOT NULL,
	`engagement_24h_carrier` integer DEFAULT 0 NOT NULL,
	`engagement_24h_rm` integer DEFAULT 0 NOT NULL,
	`engagement_7d` integer DEFAULT 0 NOT NULL,
	`engagement_7d_broker` integer DEFAULT 0 NOT NULL,
	`engagement_7d_carrier` integer DEFAULT 0 NOT NULL,
	`engagement_7d_rm` integer DEFAULT 0 NOT NULL,
	`before_24h` integer DEFAULT 0 NOT NULL,
	`before_24h_broker` integer DEFAULT 0 NOT NULL,
	`before_24h_carrier` integer DEFAULT 0 NOT NULL,
	`before_24h_rm` integer DEFAULT 0 NOT NULL,
	`before_7d` integer DEFAULT 0 NOT NULL,
	`before_7d_broker` integer DEFAULT 0 NOT NULL,
	`before_7d_carrier` integer DEFAULT 0 NOT NULL,
	`before_7d_rm` integer DEFAULT 0 NOT NULL,
	`growth_current` integer DEFAULT 0 NOT NULL,
	`growth_current_rm` integer DEFAULT 0 NOT NULL,
	`growth_previous` integer DEFAULT 0 NOT NULL,
	`growth_previous_rm` integer DEFAULT 0 NOT NULL,
	`growth_items` integer DEFAULT 0 NOT NULL,
	`growth_items_rm` integer DEFAULT 0 NOT NULL,
	`growth_items_before` integer DEFAULT 0 NOT NULL,
	`growth_items_before_rm` integer DEFAULT 0 NOT NULL,
	`audience` text DEFAULT '{}' NOT NULL,
	`views` text DEFAULT '{}' NOT NULL,
	`recent` text
);

CREATE TABLE `topics` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text NOT NULL,
	`category` integer NOT NULL,
	`excluded_from_trending` integer DEFAULT false NOT NULL
);

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

CREATE TABLE `trash` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`name` text NOT NULL,
	`deleted_at` integer NOT NULL,
	`actor` text NOT NULL,
	`merged_into` text,
	`rows` text NOT NULL
);

CREATE TABLE `trash_links` (
	`trash_id` integer NOT NULL,
	`portion` integer NOT NULL,
	`links` text NOT NULL,
	PRIMARY KEY(`trash_id`, `portion`)
) WITHOUT ROWID;

CREATE TABLE `unknown_clicks` (
	`content_id` integer PRIMARY KEY NOT NULL,
	`last_hour` integer NOT NULL,
	`clicks` integer NOT NULL
);

CREATE TABLE `webhook_deliveries` (
	`webhook_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`next_at` integer NOT NULL,
	`first_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`log` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`webhook_id`, `event_id`)
) WITHOUT ROWID;

CREATE TABLE `webhook_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`key` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	`data` text NOT NULL,
	`recording` text NOT NULL
);

CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`format` text DEFAULT 'standard' NOT NULL,
	`events` text NOT NULL,
	`topics` text,
	`searches` text DEFAULT '[]' NOT NULL,
	`quiet` text,
	`enabled` integer DEFAULT true NOT NULL,
	`disabled_reason` text,
	`signer` integer NOT NULL,
	`created_at` integer NOT NULL,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`held_until` integer DEFAULT 0 NOT NULL,
	`silences` integer DEFAULT 0 NOT NULL,
	`wake_at` integer DEFAULT 0 NOT NULL
);

CREATE TABLE `websub_topics` (
	`topic` text PRIMARY KEY NOT NULL,
	`etag` text,
	`pinged_at` integer,
	`failed_at` integer,
	`failure` text,
	`pings` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL
);

CREATE TABLE `weeks` (
	`monday` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`week` text NOT NULL
);

CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);

CREATE INDEX `api_keys_name` ON `api_keys` ("name" COLLATE NOCASE,`id`);

CREATE UNIQUE INDEX `articles_id_unique` ON `articles` (`id`);

CREATE UNIQUE INDEX `articles_url_unique` ON `articles` (`url`);

CREATE INDEX `audit_action` ON `audit` (`action`,`at`) WHERE action <> 'create';

CREATE INDEX `audit_actor` ON `audit` (`actor`,`at`);

CREATE INDEX `audit_at` ON `audit` (`at`);

CREATE INDEX `audit_change` ON `audit` (`change`);

CREATE INDEX `audit_kind` ON `audit` (`kind`,`at`);

CREATE INDEX `audit_ref` ON `audit` (`kind`,`ref`,`at`);

CREATE INDEX `companies_name` ON `companies` ("name" COLLATE NOCASE,`id`);

CREATE INDEX `companies_type` ON `companies` (`organisation_type`,`id`);

CREATE INDEX `companies_type_name` ON `companies` (`organisation_type`,"name" COLLATE NOCASE,`id`);

CREATE UNIQUE INDEX `dead_letters_message_id_unique` ON `dead_letters` (`message_id`);

CREATE INDEX `feed_items_borrowed` ON `feed_items` (`article_id`) WHERE borrowed = 1;

CREATE INDEX `feeds_domain` ON `feeds` (`domain`);

CREATE UNIQUE INDEX `feeds_url_unique` ON `feeds` (`url`);

CREATE INDEX `geo_groups_name` ON `geo_groups` ("name" COLLATE NOCASE,`slug`);

CREATE UNIQUE INDEX `geo_groups_slug_unique` ON `geo_groups` (`slug`);

CREATE INDEX `saved_searches_name` ON `saved_searches` ("name" COLLATE NOCASE,`slug`);

CREATE UNIQUE INDEX `shares_hash_unique` ON `shares` (`hash`);

CREATE INDEX `source_aliases_domain` ON `source_aliases` (`domain`);

CREATE INDEX `sources_feeds` ON `sources` (`has_feeds`,`domain`);

CREATE INDEX `sources_feeds_name` ON `sources` (`has_feeds`,"name" COLLATE NOCASE,`domain`);

CREATE INDEX `sources_name` ON `sources` ("name" COLLATE NOCASE,`domain`);

CREATE INDEX `sources_type` ON `sources` (`organisation_type`,`domain`);

CREATE INDEX `sources_type_name` ON `sources` (`organisation_type`,"name" COLLATE NOCASE,`domain`);

CREATE INDEX `topics_category` ON `topics` (`category`,`id`);

CREATE INDEX `topics_category_name` ON `topics` (`category`,"name" COLLATE NOCASE,`id`);

CREATE INDEX `topics_name` ON `topics` ("name" COLLATE NOCASE,`id`);

CREATE UNIQUE INDEX `topics_slug_unique` ON `topics` (`slug`);

CREATE INDEX `trash_deleted` ON `trash` (`deleted_at`);

CREATE INDEX `trash_ref` ON `trash` (`kind`,`ref`);

CREATE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`event_id`);

CREATE INDEX `webhook_deliveries_pending` ON `webhook_deliveries` (`webhook_id`,`subject`,`event_id`) WHERE state = 'pending';

CREATE INDEX `webhook_events_at` ON `webhook_events` (`at`);

CREATE UNIQUE INDEX `webhook_events_key_unique` ON `webhook_events` (`key`);
