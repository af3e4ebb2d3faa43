import type { Channel } from '../../db/audiences.ts';
import type { Db } from '../../db/client.ts';
import { type ClicksNeed, MAX_POSITIONS, positionBucketOf } from '../../db/view-columns.ts';
import { classify, classOf } from '../../engagement/classes.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import type { Millis } from '../../lib/time.ts';
import { IMPRESSION_SAMPLE_RATE, isCounted, READ_SAMPLE_RATE } from '../../rankings/read-depth/daily-sample-rate.ts';
import { type ListToken, positionBucketIn, shows } from '../list-tokens.ts';
import {
  type ClickMessage,
  clickId,
  placeId,
  type QueueMessage,
  type ReadMessage,
  reportId,
  type ViewMessage,
  viewId,
} from '../message.ts';
import { readerSalt, type SaltStores, saltDayOf } from '../salts/salts.ts';
import { installationSecret } from '../salts/secret.ts';
import { addressPrefix } from './address.ts';
import { isBot, isPrefetch } from './bots.ts';
import type { Claims } from './claims.ts';
import { ClickPairs } from './click-pairs.ts';
import { exceededLimit, type Limits } from './click-rates.ts';
import { isBurst } from './link-bursts.ts';
import { isOwnStaff } from './own-staff.ts';
import { limitedAddress, signedReader, type Traits, unsignedReader } from './reader.ts';
import type { TrustedNetworks } from './trusted.ts';
import { asnOf, continentOf } from './vocabulary.ts';

const RETRY_DELAYS_MS = [40, 120];

const pairs = new ClickPairs();

export interface Reporter {
  key: { id: number; name: string };
  claims: Pick<Claims, 'subject'>;
  /** IP address, which distinguishes readers. It is never stored. */
  address: string;
  headers: Headers;
  hint: string;
  edge: { continent?: unknown; asn?: unknown };
}

export interface ReaderClick extends Reporter {
  contentId: number;
  claims: Pick<Claims, 'subject' | 'companyType' | 'seniority'>;
  channel: Channel | null;
  key: Reporter['key'] & { clicksNeed: ClicksNeed };
  /** Token of the list in which the article was clicked, or `null` if there is no valid token. */
  listToken?: ListToken | null;
  /** Whether the click is a request for a tracked link. Mail gateways request tracked links too. */
  isLink: boolean;
}

export interface AcceptDependencies {
  db: Db;
  kv: SaltStores['kv'];
  queue: Pick<Queue<QueueMessage | QueueMessage[]>, 'send'>;
  /** Maximum time for which a click waits for another to share its queue message. 0 if clicks do not wait. */
  clickWaitMs: Millis;
  /** Completes work even if the client disconnects. */
  keepAlive(work: Promise<unknown>): void;
  limits: Limits & { burst: RateLimit };
  readersPerAddress: number;
  trusted: TrustedNetworks;
  now: Millis;
  pause(milliseconds: number): Promise<unknown>;
  random(): number;
}

export type Dropped = 'bot' | 'prefetch' | 'rateLimited' | 'keyRateLimited' | 'burst' | 'noListToken' | 'ownStaff';

export class QueueUnavailable extends Error {
  override name = 'QueueUnavailable';
}

/**
 * Queues a click, or returns why it was dropped. Returns `accepted` even if the click is a repeat. Throws
 * `QueueUnavailable` or `SaltUnavailable`. (docs/decisions.md#C29)
 */
export async function acceptClick(click: ReaderClick, around: AcceptDependencies): Promise<'accepted' | Dropped> {
  const { contentId, channel, edge, key, listToken = null } = click;
  const { limits, now } = around;
  const admitted = await admit(click, around);
  if (typeof admitted === 'string') return admitted;
  const { reader, classes } = admitted;
  if (key.clicksNeed === 'token' && classes.origin === 'unsigned' && !shows(listToken, key.id, contentId))
    return 'noListToken';
  if (click.isLink && (await isBurst(reader, contentId, limits.burst, now))) return 'burst';
  const { companyType, seniority } = click.claims;
  const id = await clickId(reader, contentId, saltDayOf(now));
  const continent = continentOf(edge.continent);
  const mark = positionBucketIn(listToken, key.id, contentId);
  const isPlaced = mark !== null && listToken !== null && (await countedPart(reader, listToken, around)) > 0;
  const message: ClickMessage = {
    ...classes,
    v: 1,
    id,
    contentId,
    hour: utcHourIndex(now),
    companyType,
    seniority,
    continent,
    channel,
    ...(isPlaced ? { mark, ...comparedIn(listToken) } : {}),
  };
  // A tracked link redirects after the click is queued, so it does not wait.
  await (click.isLink || around.clickWaitMs === 0 ? enqueue(message, around) : sendShared(message, around));
  return 'accepted';
}

async function sendShared(message: ClickMessage, around: AcceptDependencies): Promise<void> {
  const { clickWaitMs: waitMs, pause, keepAlive } = around;
  const sending = pairs.send(message, { waitMs, pause, send: (messages) => enqueue(messages, around) });
  keepAlive(sending.catch(() => undefined));
  await sending;
}

export interface ReaderViews extends Reporter {
  listToken: ListToken;
  seen: readonly number[];
}

/** Queues impressions after the same checks as `acceptClick`. Ignores pages whose list token requests no reports. */
export async function acceptViews(views: ReaderViews, around: AcceptDependencies): Promise<'accepted' | DroppedViews> {
  const { listToken, key, seen } = views;
  const { now } = around;
  if (!listToken.reports) return 'notReporting';
  const places = [...new Set(seen)].flatMap((place) => {
    const contentId = listToken.ids[place - 1] ?? 0;
    const isShown = listToken.keyId === key.id && contentId !== 0 && place <= MAX_POSITIONS;
    return isShown ? [{ contentId, mark: positionBucketOf(listToken.layout, place) }] : [];
  });
  const admitted = await admit(views, around, Math.max(1, places.length));
  if (typeof admitted === 'string') return admitted;
  if (places.length === 0) return 'notShown';
  const { reader, classes } = admitted;
  const part = await countedPart(reader, listToken, around);
  if (part === 0) return 'accepted';
  const hour = utcHourIndex(now);
  const items = places.map(
    async ({ contentId, mark }) => [await placeId(reader, contentId, mark, saltDayOf(now)), contentId, mark] as const,
  );
  const id = await viewId(reader, listToken.list, hour);
  await enqueue(
    {
      ...classes,
      kind: 'view',
      v: 1,
      id,
      hour,
      list: listToken.list,
      views: listToken.sampling / part,
      ...comparedIn(listToken),
      seen: (await Promise.all(items)).map((item) => [...item]),
    },
    around,
  );
  return 'accepted';
}

const comparedIn = ({ keyId, order }: ListToken): Pick<ViewMessage, 'compared'> =>
  order ? { compared: { keyId, order } } : {};

/** Returns the sampling fraction of a page, or 0 if the page is not in the secret sample. (docs/decisions.md#C52) */
async function countedPart(
  reader: string,
  { list, minute }: ListToken,
  { db, now }: AcceptDependencies,
): Promise<number> {
  const hour = Math.floor(minute / 60);
  const part = await IMPRESSION_SAMPLE_RATE.rateOn(db, Math.floor(hour / 24), now);
  return isCounted(await reportId(reader, list, hour), part) ? part : 0;
}

export type DroppedViews = Dropped | 'notReporting' | 'notShown';

/** Queues a read depth after the same checks as `acceptClick`. On busy sites, only a sample of readers counts. */
export async function acceptRead(
  read: Reporter & Pick<ReadMessage, 'contentId' | 'level'>,
  around: AcceptDependencies,
): Promise<'accepted' | Dropped> {
  const admitted = await admit(read, around);
  if (typeof admitted === 'string') return admitted;
  const { contentId, level } = read;
  const { db, now } = around;
  const id = await clickId(admitted.reader, contentId, saltDayOf(now));
  // Readers outside the sample get the same response, so that clients cannot find out which readers count.
  if (!isCounted(id, await READ_SAMPLE_RATE.rateOn(db, saltDayOf(now), now))) return 'accepted';
  await enqueue({ ...admitted.classes, v: 1, kind: 'read', id, contentId, hour: utcHourIndex(now), level }, around);
  return 'accepted';
}

export interface Admitted {
  /** Hash of the reader with the salt of the day, in 32 hex digits. It is never stored. */
  reader: string;
  classes: Awaited<ReturnType<typeof classify>>;
}

/** Rejects bots and staff, applies rate limits and hashes the reader. Throws `SaltUnavailable`. */
export async function admit(reporter: Reporter, around: AcceptDependencies, units = 1): Promise<Admitted | Dropped> {
  const { headers, address, key, claims } = reporter;
  const { db, kv, limits, now } = around;
  if (isBot(headers.get('User-Agent') ?? '')) return 'bot';
  if (isPrefetch(headers)) return 'prefetch';
  const sender = senderOf(reporter);
  if (await isOwnStaff(db, { network: sender.network, address }, now)) return 'ownStaff';
  const salt = await readerSalt({ db, kv }, now);
  const secret = await installationSecret(db);
  const from = {
    keyId: key.id,
    address: await limitedAddress(salt, address),
    network: await classOf(secret, 'network', sender),
  };
  const exceeded = await exceededLimit(from, limits, now, units);
  if (exceeded) return exceeded;
  const reader = await readerOf(reporter, salt, around.readersPerAddress);
  const isTrusted = around.trusted.has({ network: sender.network, address });
  const origin = claims.subject !== null ? 'signed' : isTrusted ? 'trusted' : 'unsigned';
  return { reader, classes: await classify(secret, origin, { sender, reader }) };
}

const senderOf = ({ address, headers, edge }: Reporter) => ({
  network: asnOf(edge.asn),
  prefix: addressPrefix(address),
  userAgent: headers.get('User-Agent'),
});

function readerOf({ claims, key, address, headers, hint }: Reporter, salt: string, classes: number): Promise<string> {
  if (claims.subject !== null) return signedReader(salt, key.name, claims.subject);
  const traits: Traits = {
    address,
    userAgent: headers.get('User-Agent') ?? '',
    acceptLanguage: headers.get('Accept-Language') ?? '',
    hint,
  };
  return unsignedReader(salt, traits, classes);
}

/** Queues a message. Makes up to three attempts, because the queue may fail briefly. Throws `QueueUnavailable`. */
export async function enqueue(
  message: QueueMessage | QueueMessage[],
  { queue, pause, random }: AcceptDependencies,
): Promise<void> {
  for (const wait of [...RETRY_DELAYS_MS, null]) {
    try {
      await queue.send(message, { contentType: 'json' });
      return;
    } catch (cause) {
      if (wait === null) throw new QueueUnavailable('the queue rejects clicks', { cause });
      await pause(wait * (0.5 + random()));
    }
  }
}
