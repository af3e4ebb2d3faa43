import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { annotationKey, removeAnnotation, saveAnnotation, WHOLE_SITE } from '../content/annotations.ts';
import { type Annotation, annotationInput } from '../content/input.ts';
import { annotationIs, storedAnnotation, THINGS } from '../content/things.ts';
import { annotations as table } from '../db/schema.ts';
import { day, id } from '../http/params.ts';
import { orderByKey } from '../search/listing.ts';
import { collection } from './core/collection.ts';
import { makeField } from './core/field.ts';
import { direction, longText } from './core/list.ts';

const { date } = annotationInput.shape;
const STORM = { date: '2026-01-30', scope: 'site', ref: null, text: 'Storm Ingrid reaches the coast' };
const DESCRIPTION = 'A sentence about a day, shown with histories to everyone who can read analytics';

export const annotation = storedAnnotation.meta({ id: 'Annotation' });

export const annotationCollection = collection({
  name: 'annotations',
  one: 'note on a day',
  many: 'notes on days',
  kind: 'annotation',
  schemas: { line: 'AnnotationInput', shown: 'Annotation' },
  table,
  key: 'key',
  fields: {
    date: makeField('text', storedAnnotation.shape.date, date, { label: 'Day' }),
    scope: makeField('text', storedAnnotation.shape.scope, annotationInput.shape.scope, { label: 'About' }),
    ref: makeField('number', storedAnnotation.shape.ref, annotationInput.shape.ref, { label: 'Topic or article' }),
    text: makeField('area', storedAnnotation.shape.text, annotationInput.shape.text, { label: 'Text' }),
  },
  stored: THINGS.annotation,
  shown: annotation,
  where: annotationIs,
  refOf: (path) => annotationKey({ ...WHOLE_SITE, ...path } as Annotation),
  addresses: [
    {
      name: 'Annotation',
      words: 'an annotation',
      description: `${DESCRIPTION}: with every one, as it is about the whole site.`,
      path: z.object({ date }),
      keyOf: ({ date }) => ({ date, ...WHOLE_SITE }),
      example: STORM,
    },
    {
      name: 'AnnotationOf',
      words: 'an annotation of one topic or article',
      description: `${DESCRIPTION}: with that of one topic or article.`,
      path: z.object({ date, scope: z.enum(['topic', 'article']), ref: id.describe('Topic or content id') }),
      example: { ...STORM, scope: 'topic', ref: 12 },
    },
  ],
  example: STORM,
  inputExample: { text: STORM.text },
  put: false,
  list: {
    summary: 'Annotations of days, newest first, page by page',
    filters: { from: day.describe('On this day or later (UTC)'), to: day.describe('On this day or earlier (UTC)') },
    sorts: [],
    listing: async (_, { from, to }) => ({
      ...THINGS.annotation,
      ...direction('-date'),
      from: THINGS.annotation.table,
      where: [
        ...(from === undefined ? [] : [sql`${table.key} >= ${from}`]),
        ...(to === undefined ? [] : [sql`${table.key} < ${`${to}0`}`]),
      ],
      order: orderByKey(sql`${table.key}`, longText),
    }),
  },
  printed: ['date', 'scope', 'ref', 'text'],

  save: async ({ db, author }, [line], guard) => ({
    refusals: line && (await saveAnnotation(db, line.value, author, guard)),
  }),
  remove: ({ db, author }, note, guard) => removeAnnotation(db, annotationKey(note), author, guard),
});
