CREATE TABLE `pins` (
	`id` integer PRIMARY KEY NOT NULL,
	`position` integer,
	`until` text,
	`not_above` integer,
	`notice` text
) WITHOUT ROWID;
