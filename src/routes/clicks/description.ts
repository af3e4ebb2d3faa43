import * as z from 'zod';
import { COMPANY_TYPES, SENIORITIES } from '../../engagement/audiences.ts';
import type { Operation } from '../../http/endpoint.ts';
import { id } from '../../http/params.ts';

/** What clicks are made of, and how their routes are described. */

const ID = 'must be a positive integer id';

/** One of a closed vocabulary; absent, null and empty all say that nothing is known. */
const word = <const T extends readonly [string, ...string[]]>(values: T) => {
  const error = `must be one of ${values.join(', ')}`;
  return z
    .string({ error })
    .nullish()
    .transform((text) => text?.toLowerCase() || null)
    .pipe(z.enum(values, { error }).nullable())
    .meta({ override: { type: ['string', 'null'], enum: [...values, null] } });
};

export const keyInput = z.object({ key: z.string({ error: 'must be text: a publishable key' }).nullish() });

/** Fields that are not named here are ignored: pages keep their scripts longer than a service its versions. */
export const beaconInput = z.object({
  contentId: z.int({ error: ID }).positive({ error: ID }),
  companyType: word(COMPANY_TYPES),
  seniority: word(SENIORITIES),
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

export const POST_CLICK: Operation = {
  operationId: 'postClick',
  summary: 'Report a click',
  description: 'For `sendBeacon`. The publishable key stands in the body; at most 4 KB.',
  tag: 'Clicks',
  body: { 'text/plain': { schema: beacon, example }, 'application/json': { schema: beacon, example } },
  answer: {
    status: 202,
    description: 'The click is in the queue, or was left out; `X-Click` says which',
    headers: ['X-Click'],
  },
  errors: [400, 401, 403, 413, 429, 500, 503],
};

export const FOLLOW_LINK: Operation = {
  operationId: 'followLink',
  summary: 'Go to an article and count the click',
  description: 'For RSS readers and mail.',
  tag: 'Clicks',
  security: ['linkKey'],
  path: articlePath,
  answer: { status: 302, description: 'To the article’s own URL', headers: ['X-Click', 'Location'] },
  errors: [400, 401, 403, 404, 429, 500, 503],
};
