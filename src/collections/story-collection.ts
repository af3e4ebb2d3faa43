import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { articleId as contentId, unique } from '../content/input.ts';
import { dissolve, STORY, saveStories, storedStory } from '../content/removal/stories-by-hand.ts';
import { articles, stories as table } from '../db/schema.ts';
import { id, optionalBool } from '../lib/formats/params.ts';
import { collection } from './core/collection.ts';
import { makeField, number } from './core/field.ts';

const MAX_ARTICLES_PER_STORY = 1000;

const STORY_EXAMPLE = { id: 1042, articles: [1042, 1057, 1061], lead: 1057, decided: true };

export const someArticles = unique(contentId, MAX_ARTICLES_PER_STORY).refine((ids) => ids.length > 0, {
  error: 'must contain an article',
});

export const storySchema = storedStory.meta({ id: 'Story' });

export const storyCollection = collection({
  name: 'stories',
  one: 'story',
  many: 'stories',
  kind: 'story',
  schemas: { line: 'StoryInput', shown: 'Story' },
  table,
  key: 'id',
  fields: {
    id: number(),
    articles: makeField('lines', storedStory.shape.articles, someArticles, { label: 'Articles' }),
    lead: makeField('number', storedStory.shape.lead, contentId.nullable().default(null), { label: 'Representative' }),
    decided: makeField('switch', storedStory.shape.decided, z.boolean().optional(), { label: 'By an editor' }),
  },
  stored: STORY,
  shown: storySchema,
  addresses: [
    { name: 'Story', words: 'a story', path: z.object({ id: id.describe('Story id') }), example: STORY_EXAMPLE },
  ],
  example: { id: 1042, articles: STORY_EXAMPLE.articles, lead: 1057 },
  put: { summary: 'Set the articles of a story (removed articles form a story of their own)' },
  list: {
    summary: 'List stories',
    filters: {
      article: id.optional().describe('Only the story of this article'),
      decided: optionalBool.describe(
        '`true` returns only stories that an editor has joined, split or given a representative',
      ),
    },
    sorts: ['-id', 'id'],
    listing: async (_, { article, decided }, usual) => ({
      ...usual,
      where: [
        ...usual.where,
        // SQLite uses the partial index on decided stories only if the query contains this literal condition.
        ...(decided ? [sql`${table.decided} = 1`] : []),
        ...(article === undefined
          ? []
          : [sql`${table.id} = (SELECT ${articles.storyId} FROM ${articles} WHERE ${articles.id} = ${article})`]),
      ],
    }),
  },
  toLine: ({ decided: _, ...story }) => story,
  printed: ['id', 'articles', 'lead', 'decided'],

  save: ({ db, author }, lines, guard) => saveStories(db, lines, author, guard),
  keep: ({ articles }) => (articles.length > 1 ? null : 'has only one article and cannot exist without it'),
  remove: ({ db, author }, story, guard) => dissolve(db, story, author, guard),
});
