import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { annotationKey, removeAnnotation, saveAnnotation, WHOLE_SITE } from '../content/annotations.ts';
import { type Annotation, annotationInput } from '../content/input.ts';
import { annotationIs, RESOURCE_ROWS, storedAnnotation } from '../content/things.ts';
import { annotations as table } from '../db/schema.ts';
import { day, id } from '../lib/formats/params.ts';
import { orderByKey } from '../search/listing.ts';
import { collection } from './core/collection.ts';
import { makeField } from './core/field.ts';
import { direction, longText } from './core/list.ts';

const { date } = annotationInput.shape;
const ANNOTATION_EXAMPLE = { date: '2026-01-30', scope: 'site', ref: null, text: 'Storm Ingrid reaches the coast' };
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
  stored: RESOURCE_ROWS.annotation,
  shown: annotation,
  where: annotationIs,
  refOf: (path) => annotationKey({ ...WHOLE_SITE, ...path } as Annotation),
  addresses: [
    {
      name: 'Annotation',
      words: 'an annotation',
      description: `${DESCRIPTION}. This one is about the whole site, so all histories show it.`,
      path: z.object({ date }),
      keyOf: ({ date }) => ({ date, ...WHOLE_SITE }),
      example: ANNOTATION_EXAMPLE,
    },
    {
      name: 'AnnotationOf',
      words: 'an annotation of one topic or article',
      description: `${DESCRIPTION}. This one is about a topic or article, so only its history shows it.`,
      path: z.object({ date, scope: z.enum(['topic', 'article']), ref: id.describe('Topic or content id') }),
      example: { ...ANNOTATION_EXAMPLE, scope: 'topic', ref: 12 },
    },
  ],
  example: ANNOTATION_EXAMPLE,
  inputExample: { text: ANNOTATION_EXAMPLE.text },
  put: false,
  list: {
    summary: 'List annotations, newest day first',
    filters: {
      from: day.describe('Only annotations of this day or later'),
      to: day.describe('Only annotations of this day or earlier'),
    },
    sorts: [],
    listing: async (_, { from, to }) => ({
      ...RESOURCE_ROWS.annotation,
      ...direction('-date'),
      from: RESOURCE_ROWS.annotation.table,
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
