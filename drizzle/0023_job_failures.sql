CREATE TABLE `job_failures` (
	`job` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`reason` text NOT NULL
);
