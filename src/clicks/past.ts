import { eq } from 'drizzle-orm';
import * as z from 'zod';
import type { Numbered, Refusals } from '../content/saved.ts';
import { chunks, refuse } from '../content/saved.ts';
import type { Db } from '../db/client.ts';
import { secrets } from '../db/schema.ts';
import { COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../engagement/audiences.ts';
import { HORIZON, hourOf } from '../engagement/window.ts';
import { sha256 } from '../lib/hash.ts';
import { tellWindows } from '../rankings/notify.ts';
import type { TopicWindow } from '../rankings/topic-window.ts';
import { randomNonce } from './consumer.ts';
import { type Click, countClicks, toClick } from './ledger.ts';

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .enum(values, { error: `must be one of ${values.join(', ')}` })
    .nullish()
    .transform((value) => value ?? null);

const AT = 'must be a time in RFC 3339 within the last 14 days, such as 2026-01-31T08:00:00Z';

/** A click of the past as publishers import it. */
export const pastClickInput = z.object({
  contentId: z.int({ error: 'must be a positive integer id' }).positive({ error: 'must be a positive integer id' }),
  at: z.iso.datetime({ offset: true, error: AT }).transform((text) => Math.floor(Date.parse(text) / 1000)),
  reader: z
    .string({ error: 'must be text' })
    .min(1, { error: 'must not be empty' })
    .max(1000, { error: 'must be at most 1000 characters' }),
  continent: oneOf(CONTINENTS),
  companyType: oneOf(COMPANY_TYPES),
  seniority: oneOf(SENIORITIES),
});
export type PastClick = z.output<typeof pastClickInput>;

/** Clicks in one transaction. */
const CHUNK = 500;

/**
 * Counts clicks of the past through the ledger, so that importing twice changes nothing. Clicks to come, clicks older than
 * the windows and clicks of unknown articles are refused by line. `now`: epoch milliseconds.
 */
export async function importClicks(
  db: Db,
  windows: DurableObjectNamespace<TopicWindow>,
  lines: readonly Numbered<PastClick>[],
  now: number,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const oldest = (hourOf(now) - HORIZON + 1) * 3600;
  const timely = lines.filter(({ line, value }) => {
    if (value.at * 1000 > now) refuse(refusals, line, 'at', `is in the future; ${AT}`);
    else if (value.at < oldest) refuse(refusals, line, 'at', `is older than 14 days; ${AT}`);
    return !refusals.has(line);
  });
  const salt = await importSalt(db);
  for (const chunk of chunks(timely, CHUNK)) {
    const clicks = await Promise.all(chunk.map(({ value }) => pastClick(value, salt)));
    const counted = await countClicks(db, clicks, { nonce: randomNonce(), now });
    for (const { line, value } of chunk) {
      if (counted.unknown.has(value.contentId)) refuse(refusals, line, 'contentId', 'is not the id of an article');
    }
    await tellWindows(windows, counted, now);
  }
  return refusals;
}

async function pastClick(click: PastClick, salt: string): Promise<Click> {
  const reader = (await sha256(`${salt} ${click.reader}`)).slice(0, 32);
  return toClick({ ...click, v: 1, reader });
}

/** Imported readers are hashed with a salt that stays, unlike those of beacons: the same file must make the same clicks. */
async function importSalt(db: Db): Promise<string> {
  const name = 'importSalt';
  const [, [row]] = await db.transaction(
    db.insert(secrets).values({ name, value: crypto.randomUUID() }).onConflictDoNothing(),
    db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name)),
  );
  if (!row) throw new Error('a salt was stored and is not there');
  return row.value;
}
