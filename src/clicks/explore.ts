import { PLACE_CLASSES } from '../db/view-columns.ts';
import { macOf } from './salts/mac.ts';

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
