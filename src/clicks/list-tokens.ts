import { LIST_LAYOUTS, type ListLayout, MAX_POSITIONS, PLACE_CLASSES, positionBucketOf } from '../db/view-columns.ts';
import { sha256 } from '../lib/hash/hash.ts';
import { MINUTE_MS, type Millis } from '../lib/time.ts';
import { isMacOf, MAC_LENGTH, macOf } from './salts/mac.ts';
import { isReporting } from './sampling/list-sampling.ts';

/**
 * List tokens: signed records of displayed lists. Impressions without a token do not count. A token contains nothing
 * that the page does not show.
 */

/** Exploration swaps adjacent articles in one of so many minutes. */
const EXPLORATION_MINUTES = 100;

/** Pairs swapped together, by second position: adjacent positions of different buckets, without overlaps. */
const SWAP_SETS = [0, 1].map((turn) => PLACE_CLASSES.slice(1).filter((_, i) => i % 2 === turn));

/**
 * Order of a list's positions, from 0, in a minute. A MAC of list and minute decides, so all caches agree and outsiders
 * cannot predict it. Most minutes have no swaps.
 */
export async function orderIn(secret: string, { list, minute }: { list: string; minute: number }, length: number) {
  const order = Array.from({ length }, (_, place) => place);
  const drawn = Number.parseInt((await macOf(secret, 'explore', `${list} ${minute}`)).slice(0, 12), 16);
  const able = SWAP_SETS.filter(([second = 0]) => second <= length);
  if (drawn % EXPLORATION_MINUTES !== 0 || able.length === 0) return order;
  for (const second of able[Math.floor(drawn / EXPLORATION_MINUTES) % able.length] ?? [])
    if (second <= length) order.splice(second - 2, 2, second - 1, second - 2);
  return order;
}

const TOKEN_FORMAT = new RegExp(
  `^(-?)(n|r[0-6])\\.([0-9a-z]{1,11})\\.([0-9a-f]{12})\\.([0-9])\\.([0-9a-z]{1,8})\\.([0-9a-z]{1,11}(?:-[0-9a-z]{1,11})*)\\.([0-9a-f]{${MAC_LENGTH}})$`,
);
const TOKEN_LIFETIME_MINUTES = 24 * 60;

export interface ListToken {
  keyId: number;
  /** List id, 12 hex digits, independent of its content. */
  list: string;
  layout: ListLayout;
  /** Article ids in page order; 0 marks a repeat, which counts for nothing. */
  ids: readonly number[];
  /** Minutes since the epoch. */
  minute: number;
  /** True if this page reports impressions, and clicks for placement. */
  reports: boolean;
  /** k, a power of two: a reporting page stands for k pages. */
  sampling: number;
}

/** Encodes a token in letters, digits, dots and hyphens, which need no escaping. */
export async function makeListToken(secret: string, listToken: ListToken): Promise<string> {
  const { keyId, list, layout, ids, minute, reports, sampling } = listToken;
  const text = [
    reports ? `r${Math.log2(sampling)}` : 'n',
    keyId.toString(36),
    list,
    LIST_LAYOUTS.indexOf(layout),
    minute.toString(36),
    ids.map((id) => id.toString(36)).join('-'),
  ].join('.');
  return `${text}.${await macOf(secret, 'list-token', text)}`;
}

/**
 * Decodes a valid token of the last day, else `null`. A page that has reported prefixes a hyphen: its clicks still
 * count, but it reports no more. (docs/decisions.md#C54)
 */
export async function parseListToken(secret: string, text: unknown, now: Millis): Promise<ListToken | null> {
  const [, hyphen, mode, key = '', list = '', layout = '', made = '', ids = '', mac = ''] =
    (typeof text === 'string' && TOKEN_FORMAT.exec(text)) || [];
  if (typeof text !== 'string' || !mode) return null;
  const minute = Number.parseInt(made, 36);
  const age = Math.floor(now / MINUTE_MS) - minute;
  // Another machine's clock may be slightly ahead.
  if (age > TOKEN_LIFETIME_MINUTES || age < -1) return null;
  const signed = text.slice(hyphen ? 1 : 0, -MAC_LENGTH - 1);
  if (!(await isMacOf(mac, secret, 'list-token', signed))) return null;
  return {
    keyId: Number.parseInt(key, 36),
    list,
    layout: LIST_LAYOUTS[Number(layout)] ?? 'page',
    ids: ids.split('-').map((id) => Number.parseInt(id, 36)),
    minute,
    reports: mode !== 'n' && !hyphen,
    sampling: 2 ** Number(mode.slice(1)),
  };
}

/** Position bucket of an article on a reporting page of this key. */
export function markIn(listToken: ListToken | null, keyId: number, contentId: number): number | null {
  const place = listToken?.reports && listToken.keyId === keyId ? listToken.ids.indexOf(contentId) + 1 : 0;
  return listToken && place > 0 && place <= MAX_POSITIONS ? positionBucketOf(listToken.layout, place) : null;
}

/** True if the page showed the article, for keys whose clicks need list tokens. */
export const shows = (listToken: ListToken | null, keyId: number, contentId: number): boolean =>
  listToken?.keyId === keyId && listToken.ids.includes(contentId);

interface TokenRequest extends Pick<ListToken, 'keyId' | 'layout' | 'ids' | 'list'> {
  now: Millis;
  /** One in `sampling` pages reports; none if `null`. */
  sampling: number | null;
  /** The page requests a token once per `oneIn` views. */
  oneIn?: number;
  /** True if exploration swaps are allowed on reporting pages. */
  explores?: boolean;
}

export const listIdOf = async (keyId: number, name: string): Promise<string> =>
  (await sha256(`${keyId} ${name}`)).slice(0, 12);

/** Makes a page's token and the order of positions, from 0, that it must show. */
export async function listTokenFor(
  secret: string,
  { now, explores = false, sampling, oneIn = 1, ...shown }: TokenRequest,
) {
  // A click names its article, not which of two positions was clicked.
  const ids = shown.ids.map((id, i) => (shown.ids.indexOf(id) === i ? id : 0));
  const minute = Math.floor(now / MINUTE_MS);
  const usual = [...ids.keys()];
  const tried = explores ? await orderIn(secret, { list: shown.list, minute }, ids.length) : usual;
  const reports = sampling !== null && isReporting(sampling, oneIn, Math.random);
  const order = reports ? tried : usual;
  const listToken = await makeListToken(secret, {
    ...shown,
    ids: order.map((place) => ids[place] ?? 0),
    reports,
    sampling: sampling ?? 1,
    minute,
  });
  return { listToken, order };
}
