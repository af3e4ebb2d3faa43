CREATE TABLE `appeal_snapshots` (
	`hour` integer PRIMARY KEY NOT NULL,
	`snapshot` text NOT NULL
);
