CREATE TABLE `planned_selections` (
	`date` text PRIMARY KEY NOT NULL,
	`articles` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`session` text
);
