import { and, between, count, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm';
import { type Db, NO_PRECONDITION, type Precondition } from '../../db/client.ts';
import { articles, pins } from '../../db/schema.ts';
import { columnNames, inList, objectOf, upsertRows } from '../../db/sql.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import { MINUTE_MS, type Millis, rfc3339, toSeconds } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';
import type { Author } from '../history/audit.ts';
import { type ImportLine, type Refusals, refuse } from '../import-lines.ts';
import { removeRow, saveRows } from '../rows.ts';

/** Pins: positions, limits and notices of articles in lists with `order=engaging`. */

export type Pin = typeof pins.$inferSelect;
export type PinLine = Pick<Pin, 'id'> & { [name in Exclude<keyof Pin, 'id'>]?: Pin[name] | undefined };

const COLUMNS = columnNames(pins);

const current = new TtlCache<Pin[]>({ ttl: MINUTE_MS, capacity: 200 });

export const forgetPins = (): void => current.clear();

/**
 * Returns all pins from the lowest to the highest of `ids`. Reads one row per pin, while a list of ids would read two
 * rows per id. Each isolate caches them for a minute.
 */
export async function loadPins(db: Db, ids: readonly number[], now: Millis): Promise<Pin[]> {
  if (ids.length === 0) return [];
  const [lowest, highest] = [Math.min(...ids), Math.max(...ids)];
  return current.getOrLoad(`${lowest} ${highest}`, now, () =>
    db
      .select()
      .from(pins)
      .where(between(pins.id, lowest, highest)),
  );
}

/** Maximum number of pins. Each list with `order=engaging` may read all of them. */
export const MAX_PINS = 500;

/** Stores pins. Rejects pins without effect, pins of articles that do not exist, and pins above the maximum. */
export async function savePins(
  db: Db,
  lines: readonly ImportLine<PinLine>[],
  author: Author,
  guard: Precondition = NO_PRECONDITION,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const ids = lines.map(({ value }) => value.id);
  const found = await db.select({ id: articles.id }).from(articles).where(inList(articles.id, ids));
  const known = new Set(found.map(({ id }) => id));
  let left = MAX_PINS - (await countOtherPins(db, ids));
  for (const { line, value } of lines) {
    if (!known.has(value.id)) refuse(refusals, line, 'id', 'is not the id of an article');
    for (const [field, reason] of faultsOf(value)) refuse(refusals, line, field, reason);
    if (!refusals.has(line) && --left < 0)
      refuse(refusals, line, 'id', `cannot be added, because there are already ${MAX_PINS} pins: remove one first`);
  }
  const rows = lines
    .filter(({ line }) => !refusals.has(line))
    .map(({ line, value: { id, position = null, until = null, notAbove = null, notice = null } }) => ({
      line,
      value: { id, position, until, notAbove, notice },
    }));
  await saveRows(db, { kind: 'pin', table: pins, columns: COLUMNS, key: 'id' }, rows, author, guard);
  forgetPins();
  return refusals;
}

async function countOtherPins(db: Db, ids: readonly number[]): Promise<number> {
  const [row] = await db
    .select({ pins: count() })
    .from(pins)
    .where(not(inList(pins.id, ids)));
  return row?.pins ?? 0;
}

function faultsOf({ position, until, notAbove, notice }: PinLine): [field: string, reason: string][] {
  if (position == null) {
    if (until != null) return [['until', 'cannot be given without position']];
    return notAbove == null && notice == null ? [['position', 'is required, unless notAbove or notice is given']] : [];
  }
  return notAbove != null && position < notAbove ? [['position', 'must not be above notAbove']] : [];
}

const pinIs = (id: number): SQL => sql`${pins.id} = ${id}`;
const PIN = { row: objectOf(pins, COLUMNS), table: sql`${pins}` };

export async function removePin(db: Db, id: number, author: Author, guard: Precondition): Promise<void> {
  await removeRow(db, 'pin', { thing: PIN, where: pinIs(id), ref: id }, author, guard);
  forgetPins();
}

/** Selects the pin of an article before the deletion of the article. */
export const pinOf = (id: number): SQL => sql`SELECT ${PIN.row} AS row FROM ${pins} WHERE ${pinIs(id)}`;

export const deletePin = (id: number): SQL => sql`DELETE FROM ${pins} WHERE ${pinIs(id)}`;

export const restorePins = (rows: readonly Record<string, unknown>[] = []): SQL =>
  upsertRows(pins, rows, { columns: COLUMNS, key: ['id'] });

/** Builds a statement that deletes expired pins without a limit or notice, which have no effect any more. */
export const forgetExpiredPins = (db: Db, now: TrustedTime) =>
  db
    .delete(pins)
    .where(
      and(isNotNull(pins.until), lt(pins.until, rfc3339(toSeconds(now))), isNull(pins.notAbove), isNull(pins.notice)),
    );
