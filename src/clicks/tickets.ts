import { LIST_LAYOUTS, type ListLayout, MAX_POSITIONS, markOf, PLACE_CLASSES } from '../db/view-columns.ts';
import { sha256 } from '../lib/hash/hash.ts';
import { MINUTE_MS, type Millis } from '../lib/time.ts';
import { isMacOf, MAC_LENGTH, macOf } from './salts/mac.ts';
import { isReporting } from './sampling/list-sampling.ts';

/**
 * Tickets: what the service has shown, with a MAC of the installation. What no ticket names is not counted as seen. A ticket holds nothing
 * that the page does not show.
 */

/** Neighbours change places in one of so many minutes. */
const MINUTES = 100;

/** The pairs that change places together, by their second place: neighbours of different classes, none in two pairs. */
const PAIRS = [0, 1].map((turn) => PLACE_CLASSES.slice(1).filter((_, i) => i % 2 === turn));

/**
 * The order in which a list of `length` articles is shown in a minute: of its places, from 0. A MAC of list and minute decides, so that every
 * cache and every isolate shows the same, and nobody outside foresees it. In most minutes nothing changes.
 */
export async function orderIn(secret: string, { list, minute }: { list: string; minute: number }, length: number) {
  const order = Array.from({ length }, (_, place) => place);
  const drawn = Number.parseInt((await macOf(secret, 'explore', `${list} ${minute}`)).slice(0, 12), 16);
  const able = PAIRS.filter(([second = 0]) => second <= length);
  if (drawn % MINUTES !== 0 || able.length === 0) return order;
  for (const second of able[Math.floor(drawn / MINUTES) % able.length] ?? [])
    if (second <= length) order.splice(second - 2, 2, second - 1, second - 2);
  return order;
}

const SHAPE = new RegExp(
  `^(-?)(n|r[0-6])\\.([0-9a-z]{1,11})\\.([0-9a-f]{12})\\.([0-9])\\.([0-9a-z]{1,8})\\.([0-9a-z]{1,11}(?:-[0-9a-z]{1,11})*)\\.([0-9a-f]{${MAC_LENGTH}})$`,
);
/** Minutes that a ticket is good for. */
const GOOD = 24 * 60;

export interface Ticket {
  keyId: number;
  /** Which list, 12 hex digits; the same whatever stands in it. */
  list: string;
  layout: ListLayout;
  /** Article ids in the order of the page; 0: a place that counts for nothing, as a further one of an article does. */
  ids: readonly number[];
  /** Since the epoch. */
  minute: number;
  /** Whether this page reports its views, and its clicks for the pull. */
  reports: boolean;
  /** k: a page that reports stands for so many; a power of two. */
  sampling: number;
}

/** The text of a ticket: letters, digits, dots and hyphens, which need no escaping anywhere. */
export async function makeTicket(secret: string, ticket: Ticket): Promise<string> {
  const { keyId, list, layout, ids, minute, reports, sampling } = ticket;
  const text = [
    reports ? `r${Math.log2(sampling)}` : 'n',
    keyId.toString(36),
    list,
    LIST_LAYOUTS.indexOf(layout),
    minute.toString(36),
    ids.map((id) => id.toString(36)).join('-'),
  ].join('.');
  return `${text}.${await macOf(secret, 'ticket', text)}`;
}

/**
 * The content of a ticket; null if this installation has not made it, or not within the last day. A page that has sent its report puts a
 * hyphen before the ticket: clicks still count with it, and it reports no more. (docs/decisions.md#C54)
 */
export async function readTicket(secret: string, text: unknown, now: Millis): Promise<Ticket | null> {
  const [, hyphen, mode, key = '', list = '', layout = '', made = '', ids = '', mac = ''] =
    (typeof text === 'string' && SHAPE.exec(text)) || [];
  if (typeof text !== 'string' || !mode) return null;
  const minute = Number.parseInt(made, 36);
  const age = Math.floor(now / MINUTE_MS) - minute;
  // Another machine's clock may be slightly ahead.
  if (age > GOOD || age < -1) return null;
  const signed = text.slice(hyphen ? 1 : 0, -MAC_LENGTH - 1);
  if (!(await isMacOf(mac, secret, 'ticket', signed))) return null;
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

/** Where a ticket that reports shows an article; null: it does not, or the ticket is of another key. */
export function markIn(ticket: Ticket | null, keyId: number, contentId: number): number | null {
  const place = ticket?.reports && ticket.keyId === keyId ? ticket.ids.indexOf(contentId) + 1 : 0;
  return ticket && place > 0 && place <= MAX_POSITIONS ? markOf(ticket.layout, place) : null;
}

/** Whether a page with this ticket has shown an article: its click counts where a key needs list tokens. */
export const shows = (ticket: Ticket | null, keyId: number, contentId: number): boolean =>
  ticket?.keyId === keyId && ticket.ids.includes(contentId);

interface ToShow extends Pick<Ticket, 'keyId' | 'layout' | 'ids' | 'list'> {
  now: Millis;
  /** One in so many pages with the list reports; none if it is null. */
  sampling: number | null;
  /** The page has asked as one of so many. */
  oneIn?: number;
  /** Whether neighbours may change places where the page reports. */
  explores?: boolean;
}

/** Which list it is that a key calls so. */
export const listOf = async (keyId: number, name: string): Promise<string> =>
  (await sha256(`${keyId} ${name}`)).slice(0, 12);

/** The ticket of a page that shows `ids` now, and the order of its places, from 0, in which it must show them. */
export async function ticketFor(secret: string, { now, explores = false, sampling, oneIn = 1, ...shown }: ToShow) {
  // A click says which article it is of, not at which of two places.
  const ids = shown.ids.map((id, i) => (shown.ids.indexOf(id) === i ? id : 0));
  const minute = Math.floor(now / MINUTE_MS);
  const usual = [...ids.keys()];
  const tried = explores ? await orderIn(secret, { list: shown.list, minute }, ids.length) : usual;
  const reports = sampling !== null && isReporting(sampling, oneIn, Math.random);
  const order = reports ? tried : usual;
  const ticket = await makeTicket(secret, {
    ...shown,
    ids: order.map((place) => ids[place] ?? 0),
    reports,
    sampling: sampling ?? 1,
    minute,
  });
  return { ticket, order };
}
