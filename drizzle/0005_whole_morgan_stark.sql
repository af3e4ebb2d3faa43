CREATE TABLE `host_rests` (
	`host` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`gap` integer NOT NULL
) WITHOUT ROWID;
