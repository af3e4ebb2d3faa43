import * as z from 'zod';
import { LEVELS } from '../../db/read-columns.ts';
import { MAX_POSITIONS, MAX_SAMPLING, MOST_IDS } from '../../db/view-columns.ts';
import { CHANNELS, COMPANY_TYPES, SENIORITIES } from '../../engagement/audiences.ts';
import type { Operation } from '../../http/endpoint.ts';
import { id } from '../../http/params.ts';

const ID_FAULT = 'must be a positive integer id';
const POSITIONS_FAULT = `must be a list of at most ${MAX_POSITIONS} positions from 1 to ${MAX_POSITIONS}`;
const SAMPLING_FAULT = `must be a whole number from 1 to ${MAX_SAMPLING}`;

/** Text field whose unknown values are ignored. They never cause a click to be rejected. */
const lenient = (description: string) =>
  z
    .unknown()
    .optional()
    .meta({ override: { type: ['string', 'null'], description } });

const describeValues = (values: readonly string[]) => `${values.join(', ')}; anything else counts as unknown`;

export const keyInput = z.object({ key: z.string({ error: 'must be text: a publishable key' }).nullish() });

export const reporterInput = z.object({
  token: lenient(
    'A JWT (HS256) with the key’s signing secret: `sub`, `exp` at most 24 hours ahead, `companyType`, `seniority`',
  ),
  hint: lenient(
    'What tells readers behind one address from each other: screen and time zone. It is hashed and kept nowhere',
  ),
});

const contentId = z.int({ error: ID_FAULT }).positive({ error: ID_FAULT });

/** Ignores unknown fields, because a page may run an older or newer script than the service. */
export const beaconInput = z.object({
  contentId,
  companyType: lenient(`The reader’s company: ${describeValues(COMPANY_TYPES)}`),
  seniority: lenient(`The reader’s position: ${describeValues(SENIORITIES)}`),
  channel: lenient(`Where the reader came from, as the page concludes from its referrer: ${describeValues(CHANNELS)}`),
  listToken: lenient(
    'The list token of the list in which it was clicked. If the page reports, the position bucket counts; a hyphen before the token says that its report is sent',
  ),
  ...reporterInput.shape,
});

export const viewsInput = z.object({
  listToken: z
    .string({ error: 'must be text: a list token of this service' })
    .describe('What the service has shown, as the page was given it'),
  seen: z
    .array(
      z
        .int({ error: POSITIONS_FAULT })
        .min(1, { error: POSITIONS_FAULT })
        .max(MAX_POSITIONS, { error: POSITIONS_FAULT }),
      { error: POSITIONS_FAULT },
    )
    .min(1, { error: POSITIONS_FAULT })
    .max(MAX_POSITIONS, { error: POSITIONS_FAULT })
    .describe('Positions that were seen, from 1. Limits count each'),
  ...reporterInput.shape,
});

const list = z
  .string({ error: 'must be text: what the page calls its list' })
  .max(100)
  .optional()
  .describe('What the page calls its list');

export const askingInput = z.object({ key: z.string().optional().describe('A publishable key'), list });

export const ticketInput = z.object({
  list,
  oneIn: z
    .int({ error: SAMPLING_FAULT })
    .min(1, { error: SAMPLING_FAULT })
    .max(MAX_SAMPLING, { error: SAMPLING_FAULT })
    .default(1)
    .describe('Sampling factor k of `GET /list-tokens/sampling`: this is one of k pages'),
  ids: z
    .array(z.int({ error: ID_FAULT }).positive({ error: ID_FAULT }), { error: 'must be a list of article ids' })
    .min(1)
    .max(MOST_IDS)
    .describe('Article ids in the order of the page'),
  ...reporterInput.shape,
});

export const articlePath = z.object({ contentId: id.describe('Article id') });

const beacon = z
  .object({
    ...beaconInput.shape,
    key: keyInput.shape.key.meta({ override: { type: 'string', description: 'A publishable key' } }),
  })
  .required({ key: true })
  .meta({ id: 'Beacon' });

const example = { key: 'ngp_…', contentId: 1042, companyType: 'broker' };

const bodies = (schema: z.ZodType, example: object) => ({
  'text/plain': { schema, example },
  'application/json': { schema, example },
});

export const POST_CLICK: Operation = {
  operationId: 'postClick',
  summary: 'Report a click',
  description: 'For `sendBeacon`. The publishable key is in the body; at most 4 KB.',
  tag: 'Clicks',
  body: bodies(beacon, example),
  answer: {
    status: 202,
    description: 'The click is in the queue, or was left out; `X-Click` says which',
    headers: ['X-Click', 'X-Click-Ignored'],
  },
  errors: [400, 401, 403, 413, 429, 500, 503],
};

const withKey = <S extends z.ZodRawShape>(shape: S, name: string) =>
  z.object({ key: z.string().describe('A publishable key'), ...shape }).meta({ id: name });
const beaconResponse = (description: string, data: z.ZodRawShape, example: object) => ({
  status: 200,
  description,
  content: {
    'application/json': {
      schema: z.object({ status: z.literal('success'), data: z.object(data), code: z.literal(200) }),
      example: { status: 'success', data: example, code: 200 },
    },
  },
});

export const POST_VIEWS: Operation = {
  ...POST_CLICK,
  operationId: 'postViews',
  summary: 'Report which places of a list a reader has seen',
  description:
    'For `sendBeacon`, once a page view. It counts what a list token of this service shows, once per reader, list and hour, and once per reader, article, position bucket (1, 2, 3, 4–6, 7–12, 13+) and day. At most 4 KB and 24 positions, each of which the limits count.',
  body: bodies(withKey(viewsInput.shape, 'Views'), { key: 'ngp_…', listToken: 'r0.1.…', seen: [1, 2, 3] }),
  answer: { ...POST_CLICK.answer, description: 'The views are in the queue, or were left out; `X-Click` says which' },
};

export const GET_ONE_IN: Operation = {
  operationId: 'getOneIn',
  summary: 'Learn in how many pages with a list one asks for a list token',
  description:
    'What `views.js` asks first: one in so many pages asks for a list token, drawn at random, and the others report nothing. It is 1 for quiet lists, and set every hour by the reports of the hour before, so that a list sends about 500 per hour. Caches keep the response for twelve hours times that number, a week at most.',
  tag: 'Clicks',
  security: ['linkKey'],
  query: askingInput,
  answer: beaconResponse('A power of two', { oneIn: z.int().min(1).max(MAX_SAMPLING) }, { oneIn: 16 }),
  errors: [400, 401, 403, 429, 500, 503],
};

export const POST_TICKET: Operation = {
  operationId: 'postTicket',
  summary: 'Get a list token for a list on a page of your own',
  description:
    'What `views.js` asks for: with it the page reports what was seen, if the list token begins with `r`. One in k tokens does, and k is the digit after it as a power of two. Places of articles that are not published count for nothing.',
  tag: 'Clicks',
  body: bodies(withKey(ticketInput.shape, 'TicketRequest'), { key: 'ngp_…', list: 'front page', ids: [1042, 1043] }),
  answer: beaconResponse('The list token, valid for a day', { listToken: z.string() }, { listToken: 'r0.1.…' }),
  errors: [400, 401, 403, 413, 429, 500, 503],
};

export const readInput = z.object({
  contentId,
  level: z.enum(LEVELS, { error: `must be one of ${LEVELS.join(', ')}` }).describe('How far the reader got'),
  ...reporterInput.shape,
});

const readBeacon = z
  .object({ ...readInput.shape, key: beacon.shape.key })
  .required({ key: true })
  .meta({ id: 'ReadBeacon' });

export const POST_READ: Operation = {
  ...POST_CLICK,
  operationId: 'postRead',
  summary: 'Report how far a reader got',
  description:
    'For `sendBeacon`, like `POST /clicks`. A reader, article and UTC day has one level, the highest: repeats and lower levels change nothing.',
  body: bodies(readBeacon, { key: 'ngp_…', contentId: 1042, level: 'half' }),
};

export const FOLLOW_LINK: Operation = {
  operationId: 'followLink',
  summary: 'Go to an article and count the click',
  description:
    'For RSS readers and mail, by a publishable key or by a token as `tracked=1` writes it. The reader gets the article also where nobody has clicked: `X-Click` says why.',
  tag: 'Clicks',
  security: ['linkKey', 'linkToken'],
  path: articlePath,
  answer: { status: 302, description: 'To the article’s own URL', headers: ['X-Click', 'Location'] },
  errors: [400, 401, 403, 500, 503],
  others: {
    404: {
      description: 'There is no such article, or not yet',
      headers: ['X-Click'],
      content: { 'text/html': { schema: z.string().describe('A small readable page') } },
    },
  },
};
