import {
  COMPARED_ORDERS,
  type ComparedOrder,
  LIST_LAYOUTS,
  type ListLayout,
  MAX_POSITIONS,
  PLACE_CLASSES,
  positionBucketOf,
} from '../db/view-columns.ts';
import { sha256 } from '../lib/hash/hash.ts';
import { MINUTE_MS, type Millis } from '../lib/time.ts';
import { isMacOf, MAC_LENGTH, macOf } from './salts/mac.ts';
import { isReporting } from './sampling/list-sampling.ts';

/** This module signs list tokens. A token records the articles of a displayed list, and nothing that the page hides. */

/** On average, one in this many minutes swaps adjacent articles of a list. */
const EXPLORATION_MINUTES = 100;

/** Pairs of positions that are swapped together, by the second position. The two positions are in different buckets. */
const SWAP_SETS = [0, 1].map((turn) => PLACE_CLASSES.slice(1).filter((_, i) => i % 2 === turn));

/** Returns the order of a list's positions in a given minute. A MAC determines it, so outsiders cannot predict it. */
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
  `^(-?)(n|r[0-6])([ls]?)\\.([0-9a-z]{1,11})\\.([0-9a-f]{12})\\.([0-9])\\.([0-9a-z]{1,8})\\.([0-9a-z]{1,11}(?:-[0-9a-z]{1,11})*)\\.([0-9a-f]{${MAC_LENGTH}})$`,
);
const TOKEN_LIFETIME_MINUTES = 24 * 60;

export interface ListToken {
  keyId: number;
  /** Id of the list, in 12 hex digits. It does not depend on the articles in the list. */
  list: string;
  layout: ListLayout;
  /** Article ids in page order. If an article is repeated, only its first position has the id. The others have id 0. */
  ids: readonly number[];
  minute: number;
  /** Whether the page reports impressions and the positions of clicks. */
  reports: boolean;
  /** Number of page views that a reporting page represents (k), a power of two. */
  sampling: number;
  /** Order of a list with `order=engaging` in this minute. Other lists have none. */
  order?: ComparedOrder | undefined;
}

/** Letter of an order in a token. */
const letterOf = (order: ComparedOrder): string => order.slice(0, 1);

/** Encodes a token in letters, digits, dots and hyphens, which need no escaping in URLs and HTML. */
export async function makeListToken(secret: string, listToken: ListToken): Promise<string> {
  const { keyId, list, layout, ids, minute, reports, sampling, order } = listToken;
  const text = [
    (reports ? `r${Math.log2(sampling)}` : 'n') + (order ? letterOf(order) : ''),
    keyId.toString(36),
    list,
    LIST_LAYOUTS.indexOf(layout),
    minute.toString(36),
    ids.map((id) => id.toString(36)).join('-'),
  ].join('.');
  return `${text}.${await macOf(secret, 'list-token', text)}`;
}

/** Returns a list token that is valid and at most a day old, or `null`. (docs/decisions.md#C54) */
export async function parseListToken(secret: string, text: unknown, now: Millis): Promise<ListToken | null> {
  const [, hyphen, mode, letter, key = '', list = '', layout = '', made = '', ids = '', mac = ''] =
    (typeof text === 'string' && TOKEN_FORMAT.exec(text)) || [];
  if (typeof text !== 'string' || !mode) return null;
  const minute = Number.parseInt(made, 36);
  const age = Math.floor(now / MINUTE_MS) - minute;
  // The clock of the machine that signed the token may be slightly ahead.
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
    order: COMPARED_ORDERS.find((order) => letterOf(order) === letter),
  };
}

/** Returns the position bucket of an article, or `null` if the page does not report or the token is of another key. */
export function positionBucketIn(listToken: ListToken | null, keyId: number, contentId: number): number | null {
  const place = listToken?.reports && listToken.keyId === keyId ? listToken.ids.indexOf(contentId) + 1 : 0;
  return listToken && place > 0 && place <= MAX_POSITIONS ? positionBucketOf(listToken.layout, place) : null;
}

/** Returns true if the displayed list contains the article. Some API keys accept only such clicks. */
export const shows = (listToken: ListToken | null, keyId: number, contentId: number): boolean =>
  listToken?.keyId === keyId && listToken.ids.includes(contentId);

interface TokenRequest extends Pick<ListToken, 'keyId' | 'layout' | 'ids' | 'list' | 'order'> {
  now: Millis;
  sampling: number | null;
  oneIn?: number;
  explores?: boolean;
}

export const listIdOf = async (keyId: number, name: string): Promise<string> =>
  (await sha256(`${keyId} ${name}`)).slice(0, 12);

/** Creates the list token of a page, and the order in which the page must show the list's positions (from 0). */
export async function listTokenFor(
  secret: string,
  { now, explores = false, sampling, oneIn = 1, ...shown }: TokenRequest,
) {
  // If an article is repeated, only its first position counts, because clicks do not contain their position.
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
