import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import type { StoredStory, StoredWords, StoryCopies } from '../values.ts';

/** Stories, to one of which each article belongs. Triggers create and delete the rows. */
export const stories = sqliteTable(
  'stories',
  {
    id: integer().primaryKey(),
    leadId: integer('lead_id'),
    /** Whether an editor changed the story. After that, only editors can change it. */
    decided: integer({ mode: 'boolean' }).notNull().default(false),
    firstAt: integer('first_at').$type<Seconds>().notNull(),
    lastAt: integer('last_at').$type<Seconds>().notNull(),
    copies: text({ mode: 'json' }).$type<StoryCopies>().notNull(),
  },
  (t) => [index('stories_decided').on(t.id).where(sql`decided = 1`)],
);

/** Index of the terms in stories. `n` counts the stories with a term, and the other keys are story ids. */
export const storyWords = sqliteTable('story_words', {
  portion: integer().primaryKey(),
  words: text({ mode: 'json' }).$type<StoredWords>().notNull(),
});

/** Terms of stories that may still receive articles. A row contains the stories with equal `id / 16`. */
export const storyTerms = sqliteTable(
  'story_terms',
  {
    portion: integer().primaryKey(),
    states: text({ mode: 'json' }).$type<Record<string, StoredStory>>().notNull(),
    lastAt: integer('last_at').$type<Seconds>().notNull(),
  },
  // Finds stories that can no longer receive articles.
  (t) => [index('story_terms_last').on(t.lastAt)],
);
