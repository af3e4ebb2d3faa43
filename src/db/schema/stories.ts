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
    /** Whether an editor changed the story. In that case, the service no longer changes it. */
    decided: integer({ mode: 'boolean' }).notNull().default(false),
    firstAt: integer('first_at').$type<Seconds>().notNull(),
    lastAt: integer('last_at').$type<Seconds>().notNull(),
    copies: text({ mode: 'json' }).$type<StoryCopies>().notNull(),
  },
  (t) => [index('stories_decided').on(t.id).where(sql`decided = 1`)],
);

/** Index of the stories that contain a term. `n` is the number of stories. The other keys are story ids. */
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
  // Index that finds stories which are too old for new articles.
  (t) => [index('story_terms_last').on(t.lastAt)],
);
