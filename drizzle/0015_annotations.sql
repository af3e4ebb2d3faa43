-- WITHOUT ROWID is added by hand (drizzle-kit cannot say it): with a rowid each of these rows would be written twice.
CREATE TABLE `annotations` (
	`date` text PRIMARY KEY NOT NULL,
	`note` text NOT NULL
) WITHOUT ROWID;
