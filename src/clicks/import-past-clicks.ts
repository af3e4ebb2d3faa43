import * as z from 'zod';
import type { ImportLine, Refusals } from '../content/import-lines.ts';
import { chunks, refuse } from '../content/import-lines.ts';
import { CHANNELS, COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../db/audiences.ts';
import type { Db } from '../db/client.ts';
import { classify } from '../engagement/classes.ts';
import { utcHourIndex } from '../engagement/hours.ts';
import { markAllWindows } from '../engagement/mark-windows.ts';
import { DAY, type Millis } from '../lib/time.ts';
import { notifyOrMark } from '../rankings/object/notify.ts';
import type { WindowObjects } from '../rankings/object/stubs.ts';
import { renewBaseline } from '../rankings/object/watchdog.ts';
import { importedReader } from './accept/reader.ts';
import { type TrustedNetworks, trustedNetworks } from './accept/trusted.ts';
import { asnOf, companyTypeOf, continentOf, parseChannel, seniorityOf } from './accept/vocabulary.ts';
import { randomNonce } from './consume/consumer.ts';
import { type Click, type CountResult, countClicks } from './consume/ledger.ts';
import { clickId } from './message.ts';
import { importSalt, type SaltStores, saltDayOf } from './salts/salts.ts';
import { installationSecret } from './salts/secret.ts';

const AT_MESSAGE = 'must be a time in RFC 3339 within the last 14 days, such as 2026-01-31T08:00:00Z';
const MAX_AGE_S = 14 * DAY;

/** Builds a schema that replaces an unrecognised value with `null` instead of rejecting the line. */
const lenient = <T>(read: (given: unknown) => T | null, description: string) =>
  z
    .unknown()
    .optional()
    .transform(read)
    .meta({ override: { type: ['string', 'null'], description } });

const textOf = (given: unknown) => (typeof given === 'string' ? given : null);
const listed = (values: readonly string[]) => `${values.join(', ')}; anything else counts as unknown`;

export const pastClickInput = z.object({
  contentId: z.int({ error: 'must be a positive integer id' }).positive({ error: 'must be a positive integer id' }),
  at: z.iso.datetime({ offset: true, error: AT_MESSAGE }).transform((text) => Math.floor(Date.parse(text) / 1000)),
  reader: z.string().min(1).max(1000),
  continent: lenient(continentOf, listed(CONTINENTS)),
  companyType: lenient(companyTypeOf, listed(COMPANY_TYPES)),
  seniority: lenient(seniorityOf, listed(SENIORITIES)),
  channel: lenient(parseChannel, listed(CHANNELS)),
  network: z
    .unknown()
    .optional()
    .transform(asnOf)
    .meta({ override: { type: ['integer', 'string', 'null'], description: 'Number of the reader’s network (ASN)' } }),
  prefix: lenient(
    textOf,
    'Prefix of the reader’s address, such as `198.51.0.0/16` or `2001:db8::/32`, or another value common to the readers of a network; used if the network is unknown',
  ),
  userAgent: lenient(textOf, 'User agent of the reader’s browser'),
  signed: z
    .boolean()
    .nullish()
    .transform((signed) => signed ?? true)
    .meta({
      override: {
        type: ['boolean', 'null'],
        description:
          'Whether you vouch for the reader. If false, the click is discounted by network, prefix and user agent',
      },
    }),
});
export type PastClick = z.output<typeof pastClickInput>;
export type PastClickInput = z.input<typeof pastClickInput>;

const CLICKS_PER_TRANSACTION = 500;

/** Imports past clicks without duplicates. Rejects future clicks, clicks older than 14 days and unknown articles. */
export async function importClicks(
  db: Db,
  env: WindowObjects & Pick<Env, 'SALTS' | 'TRUSTED_NETWORKS'>,
  lines: readonly ImportLine<PastClick>[],
  now: Millis,
): Promise<Refusals> {
  // If counting fails, rankings are marked for a rebuild. A later retry could reject the same clicks as too old.
  const refusals = await countPast({ db, kv: env.SALTS }, lines, now, {
    notify: (counted) => notifyOrMark(db, env, counted, now),
    mark: () => db.run(markAllWindows),
    trusted: trustedNetworks(env.TRUSTED_NETWORKS),
  });
  // The clicks are already counted. If this step fails, all rankings are only marked for a later rebuild.
  await renewBaseline(db, env, { now }).catch(() => db.run(markAllWindows));
  return refusals;
}

interface ImportHooks {
  notify: (counted: CountResult) => Promise<void>;
  /** Called if a transaction may or may not have been committed. Any ranking may then lack clicks. */
  mark?: () => Promise<unknown>;
  trusted?: TrustedNetworks;
}

export async function countPast(
  stores: SaltStores,
  lines: readonly ImportLine<PastClick>[],
  now: number,
  { notify, mark, trusted }: ImportHooks,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const timely = lines.filter(({ line, value }) => {
    if (value.at * 1000 > now) refuse(refusals, line, 'at', `is in the future; ${AT_MESSAGE}`);
    else if (value.at < now / 1000 - MAX_AGE_S) refuse(refusals, line, 'at', `is older than 14 days; ${AT_MESSAGE}`);
    return !refusals.has(line);
  });
  await installationSecret(stores.db);
  for (const chunk of chunks(
    timely.toSorted((a, b) => a.value.at - b.value.at),
    CLICKS_PER_TRANSACTION,
  )) {
    for (const day of new Set(chunk.map(({ value }) => saltDayOf(value.at * 1000)))) await importSalt(stores, day, now);
    const clicks = await Promise.all(chunk.map(({ value }) => pastClick(value, stores, { now, trusted })));
    const counting = countClicks(stores.db, clicks, { nonce: randomNonce(), now, outcome: 'imported' });
    const counted = await counting.catch(async (error: unknown) => {
      await mark?.().catch(() => undefined);
      throw error;
    });
    for (const { line, value } of chunk) {
      if (counted.isUnknown({ contentId: value.contentId, hour: utcHourIndex(value.at * 1000) }))
        refuse(refusals, line, 'contentId', 'is not the id of an article');
    }
    await notify(counted);
  }
  return refusals;
}

async function pastClick(
  click: PastClick,
  stores: SaltStores,
  { now, trusted }: { now: number; trusted: TrustedNetworks | undefined },
): Promise<Click> {
  const { contentId, at, signed, network, companyType, seniority, continent, channel } = click;
  const day = saltDayOf(at * 1000);
  const reader = await importedReader(await importSalt(stores, day, now), click.reader);
  const origin = signed ? 'signed' : trusted?.has({ network }) ? 'trusted' : 'unsigned';
  return {
    ...(await classify(await installationSecret(stores.db), origin, { sender: click, reader })),
    id: await clickId(reader, contentId, day),
    contentId,
    hour: utcHourIndex(at * 1000),
    companyType,
    seniority,
    continent,
    channel,
  };
}
