ALTER TABLE `subscriptions` RENAME COLUMN `already_told` TO `sent_items`;
