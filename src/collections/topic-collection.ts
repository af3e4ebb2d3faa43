import * as z from 'zod';
import { saveTopics } from '../content/topics.ts';
import { RISK_MANAGEMENT_TOPIC } from '../content/types.ts';
import { topics as table } from '../db/schema.ts';
import { id, ids, integer } from '../lib/formats/params.ts';
import { collection } from './core/collection.ts';
import { area, makeField, number, slugText, textField, toggle } from './core/field.ts';
import { ANY_CHOICE, type ChoiceOption, ID_SORTS } from './core/look.ts';
import { tagVerbs } from './core/tag.ts';

const CATEGORIES: readonly ChoiceOption[] = [
  ['1', 'Specialty line'],
  ['2', 'Interest area'],
];

const TOPIC_TAG_VERBS = tagVerbs('topic');

const CYBER = {
  id: 12,
  name: 'Cyber',
  slug: 'cyber',
  description: 'Insurance of digital risks',
  category: 1,
  excludedFromTrending: false,
};

export const topicCollection = collection({
  name: 'topics',
  one: 'topic',
  many: 'topics',
  kind: 'topic',
  schemas: { line: 'TopicInput', shown: 'ManagedTopic' },
  table,
  key: 'id',
  fields: {
    id: number(),
    name: textField(200, { label: 'Name' }),
    slug: slugText(),
    description: area(2000, { label: 'Description' }),
    category: makeField(
      'select',
      z.union([z.literal(1), z.literal(2)]),
      z.union([z.literal(1), z.literal(2)], { error: 'must be 1 (Specialty Lines) or 2 (Interest Areas)' }),
      { label: 'Category', options: CATEGORIES, isNumber: true },
    ),
    excludedFromTrending: toggle({
      label: 'Exclude from trending topics',
      hint: 'It no longer appears among trending topics, unless a request asks for it by number',
      column: { on: 'Not in trending' },
    }),
  },
  addresses: [{ name: 'Topic', words: 'a topic', path: z.object({ id: id.describe('Topic id') }), example: CYBER }],
  example: CYBER,
  inputExample: { name: 'Parametric cover', slug: 'parametric-cover', category: 1 },
  list: {
    search: 'Text that the name or slug must contain',
    filters: {
      category: integer(1, 2, undefined).describe('1 = Specialty Lines, 2 = Interest Areas'),
      ids: ids.describe('Only these ids'),
    },
    sorts: ['name', '-name', 'id', '-id'],
  },
  page: {
    tab: 'Topics',
    search: 'Name or slug',
    title: 'name',
    about: 'description',
    columns: ['category'],
    exceptions: ['excludedFromTrending'],
    filters: [{ name: 'category', label: 'Category', options: [ANY_CHOICE, ...CATEGORIES] }],
    sorts: ID_SORTS,
    form: ['name', 'slug', 'category', 'id', 'description', 'excludedFromTrending'],
  },
  printed: ['id', 'name', 'slug', 'category'],

  save: async ({ db, author }, lines, guard) => ({ refusals: await saveTopics(db, lines, author, guard) }),
  ...TOPIC_TAG_VERBS,
  uses: { ...TOPIC_TAG_VERBS.uses, example: { articles: 120, rules: 1 } },
  keep: ({ id }) =>
    id === RISK_MANAGEMENT_TOPIC
      ? 'cannot be deleted or merged, because it is Risk Management, which analytics use as a filter'
      : null,
  into: { schema: z.int().positive().describe('Topic identifier'), example: 14 },
});
