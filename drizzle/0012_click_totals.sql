CREATE TABLE `click_totals` (
	`outcome` text PRIMARY KEY NOT NULL,
	`clicks` integer NOT NULL,
	`through` integer NOT NULL
);
