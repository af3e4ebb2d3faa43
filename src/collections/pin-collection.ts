import * as z from 'zod';
import { articleId, instant, optional } from '../content/input.ts';
import { removePin, savePins } from '../content/pins/pins.ts';
import { pins as table } from '../db/schema.ts';
import { NOTICES } from '../db/values.ts';
import { id, optionalId } from '../lib/formats/params.ts';
import { rfc3339 } from '../lib/time.ts';
import { collection } from './core/collection.ts';
import { makeField } from './core/field.ts';

const MAX_POSITION = 100;

const PIN_EXAMPLE = { id: 1042, position: 2, until: '2026-01-30T18:00:00Z', notAbove: null, notice: null };

const contentId = z.int().describe('Content id');
const position = z.int().nullable().describe('Position from 1 at which the article is pinned');
const until = z
  .string()
  .nullable()
  .describe('Time at which `position` expires; null if it does not expire. An expired position has no effect');
const notAbove = z.int().nullable().describe('First position that the article may have');
const notice = z.enum(NOTICES).nullable().describe('Kind of notice. A notice keeps its place by date');

export const pinCollection = collection({
  name: 'pins',
  one: 'pin',
  many: 'pins',
  kind: 'pin',
  schemas: { line: 'PinInput', shown: 'Pin' },
  table,
  key: 'id',
  fields: {
    id: makeField('number', contentId, articleId, { label: 'Article', isRequired: true, isIdentity: true }),
    position: makeField('number', position, optional(z.int().min(1).max(MAX_POSITION)), { label: 'Position' }),
    until: makeField(
      'time',
      until,
      optional(instant).transform((at) => (at === undefined ? undefined : rfc3339(at))),
      { label: 'Pinned until' },
    ),
    notAbove: makeField('number', notAbove, optional(z.int().min(2).max(MAX_POSITION)), {
      label: 'Never above position',
    }),
    notice: makeField('select', notice, optional(z.enum(NOTICES)), { label: 'Notice' }),
  },
  addresses: [
    {
      name: 'Pin',
      words: 'a pin',
      description:
        'Position, limit or notice of an article in all lists with `order=engaging` whose newest articles of 72 hours include it. If two articles have the same position, the older one moves down. A notice (correction, legal, obituary) keeps its place by date unless it has a position.',
      path: z.object({ id: id.describe('Content id') }),
      example: PIN_EXAMPLE,
    },
  ],
  example: PIN_EXAMPLE,
  inputExample: { position: 2, until: PIN_EXAMPLE.until },
  list: { filters: { id: optionalId.describe('Only the pin of this article') }, sorts: ['-id', 'id'] },
  printed: ['id', 'position', 'until', 'notAbove', 'notice'],

  save: async ({ db, author }, lines, guard) => ({ refusals: await savePins(db, lines, author, guard) }),
  remove: ({ db, author }, pin, guard) => removePin(db, pin.id, author, guard),
});
