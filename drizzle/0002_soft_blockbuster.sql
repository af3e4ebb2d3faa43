CREATE TABLE `service_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`newest` integer NOT NULL,
	`seen` integer NOT NULL,
	`minutes` integer DEFAULT 0 NOT NULL,
	`jumped_at` integer,
	`jump` integer DEFAULT 0 NOT NULL,
	`uptime` integer
);
