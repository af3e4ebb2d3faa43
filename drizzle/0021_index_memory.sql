-- The index collects 4 MB of new entries in memory, which is more than one transaction of an import has. With the default
-- of 1 MB, it wrote a transaction in several segments and merged them, which was a fifth of all rows and bytes written.
INSERT INTO `article_index` (`article_index`, rank) VALUES ('hashsize', 4194304);
