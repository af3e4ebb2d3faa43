import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import type { StoredStory, StoredWords, StoryCopies } from '../values.ts';

/** Stories. Each article belongs to exactly one story. Triggers create and delete the rows. */
export const stories = sqliteTable(
  'stories',
  {
    id: integer().primaryKey(),
    leadId: integer('lead_id'),
    /** Whether an editor changed the story. If so, the service no longer changes the story itself. */
    decided: integer({ mode: 'boolean' }).notNull().default(false),
    firstAt: integer('first_at').$type<Seconds>().notNull(),
    lastAt: integer('last_at').$type<Seconds>().notNull(),
    copies: text({ mode: 'json' }).$type<StoryCopies>().notNull(),
  },
  (t) => [index('stories_decided').on(t.id).where(sql`decided = 1`)],
);

/** Index from a term to the stories that contain it. `n` is the number of stories, and other keys are story ids. */
export const storyWords = sqliteTable('story_words', {
  portion: integer().primaryKey(),
  words: text({ mode: 'json' }).$type<StoredWords>().notNull(),
});

/** Terms of recent stories, which new articles may still join. A row contains the stories with equal `id / 16`. */
export const storyTerms = sqliteTable(
  'story_terms',
  {
    portion: integer().primaryKey(),
    states: text({ mode: 'json' }).$type<Record<string, StoredStory>>().notNull(),
    lastAt: integer('last_at').$type<Seconds>().notNull(),
  },
  // Finds stories that are too old for new articles.
  (t) => [index('story_terms_last').on(t.lastAt)],
);
