CREATE TABLE `websub_topics` (
	`topic` text PRIMARY KEY NOT NULL,
	`etag` text,
	`pinged_at` integer,
	`failed_at` integer,
	`failure` text
);
