import type { Context } from 'hono';
import { success } from '../lib/formats/jsend.ts';
import { etagOf, json } from './cache.ts';
import type { AppContext } from './env.ts';
import { ClientError, parameterInvalid } from './errors.ts';

const MATCH = 'If-Match';
const NONE_MATCH = 'If-None-Match';

export const isConditional = (c: Context): boolean =>
  c.req.header(MATCH) !== undefined || c.req.header(NONE_MATCH) !== undefined;

export const etagOfData = (data: object): Promise<string> => etagOf(json(success(data)).body);

/** Throws 412 if preconditions (RFC 9110) fail. The write must still fail if the resource changes concurrently. */
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

export async function changedMeanwhile(c: AppContext, current: object | null): Promise<ClientError> {
  const header = c.req.header(MATCH) === undefined ? NONE_MATCH : MATCH;
  return preconditionFailed(header, current && (await etagOfData(current)), current !== null, current);
}

function preconditionFailed(header: string, etag: string | null, isThere: boolean, current: object | null) {
  const now = isThere ? `the current ETag is ${etag}` : 'the resource does not exist yet';
  const what = header === MATCH ? `does not match: ${now}` : `matches: ${now}`;
  return new ClientError(
    412,
    'preconditionFailed',
    { [header]: `${what}; read the current version and send the change again` },
    { headers: etag ? { ETag: etag } : {}, extra: { current } },
  );
}

/** Matches an entity tag and the commas around it. Skips the prefix `W/`, which compressing proxies add. */
const TAGS = /[\s,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,[\s,]*|$)/gy;

function tagsOf(c: Context, header: string): string[] | undefined {
  const text = c.req.header(header)?.trim();
  if (text === undefined) return undefined;
  if (text === '*') return ['*'];
  const tags = [...text.matchAll(TAGS)];
  if (tags.length === 0 || tags.map(([part]) => part).join('') !== text)
    throw parameterInvalid({ [header]: 'must be * or the ETag of a response, in quotes' });
  return tags.map(([, tag = '']) => tag);
}
