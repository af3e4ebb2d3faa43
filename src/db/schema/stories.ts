import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import type { StoredStory, StoredWords, StoryCopies } from '../values.ts';

/** Stories. Every article belongs to one (`articles.story_id`). Triggers create and delete rows (`schema.sql`). */
export const stories = sqliteTable(
  'stories',
  {
    id: integer().primaryKey(),
    /** Representative article chosen by an editor; null if none. */
    leadId: integer('lead_id'),
    /**
     * Whether an editor merged or split the story or chose its representative. From then on, only editors can change
     * it.
     */
    decided: integer({ mode: 'boolean' }).notNull().default(false),
    /** Publication times of the first and the last article. */
    firstAt: integer('first_at').$type<Seconds>().notNull(),
    lastAt: integer('last_at').$type<Seconds>().notNull(),
    copies: text({ mode: 'json' }).$type<StoryCopies>().notNull(),
  },
  // Finds the few stories decided by editors.
  (t) => [index('stories_decided').on(t.id).where(sql`decided = 1`)],
);

/**
 * Terms by which stories are found, in a few rows whose numbers add up: `{"term": {"n": number of stories that have had
 * the term, "<story id>": time of its last article}}`. Like `story_terms`, can be rebuilt at any time.
 */
export const storyWords = sqliteTable('story_words', {
  portion: integer().primaryKey(),
  words: text({ mode: 'json' }).$type<StoredWords>().notNull(),
});

/** Terms of stories that may still gain articles, 16 ids per row (`id / 16`). */
export const storyTerms = sqliteTable(
  'story_terms',
  {
    portion: integer().primaryKey(),
    states: text({ mode: 'json' }).$type<Record<string, StoredStory>>().notNull(),
    lastAt: integer('last_at').$type<Seconds>().notNull(),
  },
  // Finds stories that can no longer gain articles.
  (t) => [index('story_terms_last').on(t.lastAt)],
);
