CREATE TABLE `staff_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`networks` text NOT NULL
);
