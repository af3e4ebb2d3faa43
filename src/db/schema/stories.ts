import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import type { StoredStory, StoredWords, StoryCopies } from '../values.ts';

/** What several articles report: every article belongs to one (`articles.story_id`). Triggers make a row with its first article, and end it with its last (`schema.sql`). */
export const stories = sqliteTable(
  'stories',
  {
    id: integer().primaryKey(),
    /** The copy that a hand has chosen to stand for it; null: none has. */
    leadId: integer('lead_id'),
    /** Whether a hand has joined, split or led it: nothing else changes it then. */
    decided: integer({ mode: 'boolean' }).notNull().default(false),
    /** When its first and its last article were published. */
    firstAt: integer('first_at').$type<Seconds>().notNull(),
    lastAt: integer('last_at').$type<Seconds>().notNull(),
    copies: text({ mode: 'json' }).$type<StoryCopies>().notNull(),
  },
  // What hands have decided, which is little.
  (t) => [index('stories_decided').on(t.id).where(sql`decided = 1`)],
);

/**
 * By which terms stories are found (`src/content/stories/`), in a few rows by the term's hash:
 * `{"term": {"n": stories that have had it, "<story id>": time of its last article}}`. It can be made anew at any time, like the next.
 */
export const storyWords = sqliteTable('story_words', {
  portion: integer().primaryKey(),
  words: text({ mode: 'json' }).$type<StoredWords>().notNull(),
});

/** The terms of stories that may still find an article, of 16 ids a row (`id / 16`). */
export const storyTerms = sqliteTable('story_terms', {
  portion: integer().primaryKey(),
  states: text({ mode: 'json' }).$type<Record<string, StoredStory>>().notNull(),
  lastAt: integer('last_at').$type<Seconds>().notNull(),
});
