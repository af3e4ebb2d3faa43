import type { Context } from 'hono';
import { success } from '../lib/formats/jsend.ts';
import { etagOf, json } from './cache.ts';
import type { AppContext } from './env.ts';
import { ClientError, parameterInvalid } from './errors.ts';

/** Conditional writes: `If-Match` and `If-None-Match` (RFC 9110, 13.1). */

const MATCH = 'If-Match';
const NONE_MATCH = 'If-None-Match';

/** Whether the request is conditional, so that the resource has to be read before it is written. */
export const isConditional = (c: Context): boolean =>
  c.req.header(MATCH) !== undefined || c.req.header(NONE_MATCH) !== undefined;

/** The ETag that an `endpoint` gives to its answer with `data`. */
export const etagOfData = (data: object): Promise<string> => etagOf(json(success(data)).body);

/**
 * Throws 412 with the current state if the request requires another one. `current`: `data` as in the answer of a read,
 * null if there is nothing; `isThere`: whether the resource exists. ETags are compared without `W/`,
 * because networks weaken those of answers that they compress. The write itself must still fail if the resource changes after it
 * was read: this function only sees the state that was read.
 */
export async function checkConditions(c: AppContext, current: object | null, isThere = current !== null) {
  const match = tagsOf(c, MATCH);
  const noneMatch = tagsOf(c, NONE_MATCH);
  if (!match && !noneMatch) return;
  const etag = current && (await etagOfData(current));
  const isAmong = (tags: readonly string[]) =>
    (isThere && tags.includes('*')) || (etag !== null && tags.includes(etag));
  if (match && !isAmong(match)) throw preconditionFailed(MATCH, etag, isThere, current);
  if (noneMatch && isAmong(noneMatch)) throw preconditionFailed(NONE_MATCH, etag, isThere, current);
}

/** The error of a write that came too late: the resource changed between reading and writing. */
export async function changedMeanwhile(c: AppContext, current: object | null): Promise<ClientError> {
  const header = c.req.header(MATCH) === undefined ? NONE_MATCH : MATCH;
  return preconditionFailed(header, current && (await etagOfData(current)), current !== null, current);
}

function preconditionFailed(header: string, etag: string | null, isThere: boolean, current: object | null) {
  const now = isThere ? `it is ${etag} now` : 'there is nothing yet';
  const what = header === MATCH ? `does not match: ${now}` : `matches: ${now}`;
  return new ClientError(
    412,
    'preconditionFailed',
    { [header]: `${what}; look at it and send the change again` },
    { headers: etag ? { ETag: etag } : {}, extra: { current } },
  );
}

/** One tag of a list with the commas around it; a tag may hold commas, and elements of the list may be empty. */
const TAGS = /[\s,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,[\s,]*|$)/gy;

/** The tags of a header without `W/`, or `*`; undefined where the header is missing. */
function tagsOf(c: Context, header: string): string[] | undefined {
  const text = c.req.header(header)?.trim();
  if (text === undefined) return undefined;
  if (text === '*') return ['*'];
  const tags = [...text.matchAll(TAGS)];
  if (tags.length === 0 || tags.map(([part]) => part).join('') !== text)
    throw parameterInvalid({ [header]: 'must be * or the ETag of an answer, in its quotes' });
  return tags.map(([, tag = '']) => tag);
}
