import * as z from 'zod';
import { CHANNELS, COMPANY_TYPES, SENIORITIES } from '../../db/audiences.ts';
import { LEVELS } from '../../db/read-columns.ts';
import { MAX_LIST_TOKEN_IDS, MAX_POSITIONS, MAX_SAMPLING } from '../../db/view-columns.ts';
import type { Operation } from '../../http/endpoint.ts';
import { id } from '../../lib/formats/params.ts';

const ID_FAULT = 'must be a positive integer id';
const POSITIONS_FAULT = `must be a list of at most ${MAX_POSITIONS} positions from 1 to ${MAX_POSITIONS}`;
const SAMPLING_FAULT = `must be a whole number from 1 to ${MAX_SAMPLING}`;

/** Text field for which unknown values are ignored, so that the click is not rejected. */
const lenient = (description: string) =>
  z
    .unknown()
    .optional()
    .meta({ override: { type: ['string', 'null'], description } });

const describeValues = (values: readonly string[]) => `${values.join(', ')}; anything else counts as unknown`;

export const keyInput = z.object({ key: z.string({ error: 'must be a publishable key (text)' }).nullish() });

export const reporterInput = z.object({
  token: lenient(
    'A JWT (HS256) with the key’s signing secret: `sub`, `exp` at most 24 hours ahead, `companyType`, `seniority`',
  ),
  hint: lenient(
    'Screen and time zone, which distinguish readers with the same address. They are hashed and never stored',
  ),
});

const contentId = z.int({ error: ID_FAULT }).positive({ error: ID_FAULT });

/** Beacons may contain unknown fields, because a page may run an older or newer script than the service. */
export const beaconInput = z.object({
  contentId,
  companyType: lenient(`The reader’s company: ${describeValues(COMPANY_TYPES)}`),
  seniority: lenient(`The reader’s position: ${describeValues(SENIORITIES)}`),
  channel: lenient(`Channel, which the page derives from its referrer: ${describeValues(CHANNELS)}`),
  listToken: lenient(
    'List token of the clicked list. If the page reports impressions, the position bucket counts; a hyphen before the token means that the report has been sent',
  ),
  ...reporterInput.shape,
});

export const viewsInput = z.object({
  listToken: z
    .string({ error: 'must be a list token of this service (text)' })
    .describe('List token that the page received'),
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
    .describe('Positions that the reader has seen, from 1. Each counts towards the limits'),
  ...reporterInput.shape,
});

const list = z
  .string({ error: 'must be the name that the page gives to the list (text)' })
  .max(100)
  .optional()
  .describe('Name that the page gives to the list');

export const askingInput = z.object({ key: z.string().optional().describe('A publishable key'), list });

export const ticketInput = z.object({
  list,
  oneIn: z
    .int({ error: SAMPLING_FAULT })
    .min(1, { error: SAMPLING_FAULT })
    .max(MAX_SAMPLING, { error: SAMPLING_FAULT })
    .default(1)
    .describe('Sampling factor k of `GET /list-tokens/sampling`: one in k pages reports'),
  ids: z
    .array(z.int({ error: ID_FAULT }).positive({ error: ID_FAULT }), { error: 'must be a list of article ids' })
    .min(1)
    .max(MAX_LIST_TOKEN_IDS)
    .describe('Article ids in page order'),
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

const example = { key: 'ngp_…', contentId: 1042, channel: 'mail', token: 'eyJ…' };

const bodies = (schema: z.ZodType, example: object) => ({
  'text/plain': { schema, example },
  'application/json': { schema, example },
});

export const POST_CLICK: Operation = {
  operationId: 'postClick',
  summary: 'Report a click',
  description:
    'For `sendBeacon`, apps and servers. The body contains the publishable key and may have at most 4 KB. A server needs a key without origins, sends the reader’s `User-Agent`, and identifies the reader with `token`. Its address may send 120 clicks per minute and key; further clicks return 429 with `Retry-After`.',
  tag: 'Clicks',
  body: bodies(beacon, example),
  answer: {
    status: 202,
    description: 'The click was queued or ignored; see `X-Click`',
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
  summary: 'Report impressions of a list',
  description:
    'For `sendBeacon`, once per page view. Requires a list token of this service. Counts once per reader, list and hour, and once per reader, article, position bucket (1, 2, 3, 4–6, 7–12, 13+) and day. At most 4 KB and 24 positions; each position counts towards the limits.',
  body: bodies(withKey(viewsInput.shape, 'Views'), { key: 'ngp_…', listToken: 'r0.1.…', seen: [1, 2, 3] }),
  answer: { ...POST_CLICK.answer, description: 'The impressions were queued or ignored; see `X-Click`' },
};

export const GET_ONE_IN: Operation = {
  operationId: 'getOneIn',
  summary: 'Get the sampling factor of a list',
  description:
    '`views.js` requests it first. One in k random page views then requests a list token; the others report nothing. k is 1 for quiet lists and is adjusted hourly, so that a list sends about 500 reports per hour. The response is cacheable for k × 12 hours, at most a week.',
  tag: 'Clicks',
  security: ['linkKey'],
  query: askingInput,
  answer: beaconResponse('A power of two', { oneIn: z.int().min(1).max(MAX_SAMPLING) }, { oneIn: 16 }),
  errors: [400, 401, 403, 429, 500, 503],
};

export const POST_TICKET: Operation = {
  operationId: 'postTicket',
  summary: 'Get a list token',
  description:
    'For lists on your own pages; `views.js` requests it. The page reports impressions if the token begins with `r`. One in k tokens begins with `r`, and the next digit is the base-2 logarithm of k. Articles that are not published do not count.',
  tag: 'Clicks',
  body: bodies(withKey(ticketInput.shape, 'TicketRequest'), { key: 'ngp_…', list: 'front page', ids: [1042, 1043] }),
  answer: beaconResponse('List token, valid for a day', { listToken: z.string() }, { listToken: 'r0.1.…' }),
  errors: [400, 401, 403, 413, 429, 500, 503],
};

export const readInput = z.object({
  contentId,
  level: z.enum(LEVELS, { error: `must be one of ${LEVELS.join(', ')}` }).describe('Read depth'),
  ...reporterInput.shape,
});

const readBeacon = z
  .object({ ...readInput.shape, key: beacon.shape.key })
  .required({ key: true })
  .meta({ id: 'ReadBeacon' });

export const POST_READ: Operation = {
  ...POST_CLICK,
  operationId: 'postRead',
  summary: 'Report read depth',
  description:
    'For `sendBeacon`, like `POST /clicks`. Only the highest level per reader, article and UTC day counts; repeats and lower levels change nothing.',
  body: bodies(readBeacon, { key: 'ngp_…', contentId: 1042, level: 'half' }),
};

export const FOLLOW_LINK: Operation = {
  operationId: 'followLink',
  summary: 'Redirect to an article and count the click',
  description:
    'For RSS readers and email, with a publishable key or a token from `tracked=1`. It redirects even if the click does not count; `X-Click` gives the reason.',
  tag: 'Clicks',
  security: ['linkKey', 'linkToken'],
  path: articlePath,
  answer: { status: 302, description: 'Redirect to the article’s URL', headers: ['X-Click', 'Location'] },
  errors: [400, 401, 403, 500, 503],
  others: {
    404: {
      description: 'The article does not exist or is not published yet',
      headers: ['X-Click'],
      content: { 'text/html': { schema: z.string().describe('A short page') } },
    },
  },
};
