import type { Db } from '../../db/client.ts';
import { type ClicksNeed, MAX_POSITIONS, markOf } from '../../db/view-columns.ts';
import type { Channel } from '../../engagement/audiences.ts';
import { classify, classOf } from '../../engagement/classes.ts';
import { hourOf } from '../../engagement/hours.ts';
import type { Millis } from '../../lib/time.ts';
import { isCounted, READ_PART, VIEW_PART } from '../../rankings/how-far/rate.ts';
import { clickId, type Message, placeId, type ReadMessage, reportId, viewId } from '../message.ts';
import { dayOf, readerSalt, type SaltStores } from '../salts/salts.ts';
import { installationSecret } from '../salts/secret.ts';
import { markIn, shows, type Ticket } from '../tickets.ts';
import { addressPrefix } from './address.ts';
import { isBot, isPrefetch } from './bots.ts';
import { isBurst } from './burst.ts';
import type { Claims } from './claims.ts';
import { exceededLimit, type Limits } from './click-rates.ts';
import { isOwnStaff } from './own-staff.ts';
import { limitedAddress, signedReader, type Traits, unsignedReader } from './reader.ts';
import type { TrustedNetworks } from './trusted.ts';
import { asnOf, continentOf } from './vocabulary.ts';

/** Waits before the second and the third attempt to queue a click, in milliseconds, before jitter. */
const PAUSES = [40, 120];

/** Who reports something, as far as a beacon tells. */
export interface Reporter {
  /** The key that the report came with. */
  key: { id: number; name: string };
  claims: Pick<Claims, 'subject'>;
  /** The address of the reader's request; it tells readers apart, and is never stored. */
  address: string;
  headers: Headers;
  /** The hint of the page's script; empty if there is none. */
  hint: string;
  /** What the edge knows of the connection. */
  edge: { continent?: unknown; asn?: unknown };
}

export interface ReaderClick extends Reporter {
  contentId: number;
  claims: Pick<Claims, 'subject' | 'companyType' | 'seniority'>;
  /** Where the page says that the reader came from. */
  channel: Channel | null;
  /** The key, with its requirement for unsigned clicks. */
  key: Reporter['key'] & { clicksNeed: ClicksNeed };
  /** The list in which it was clicked; null if the click has no valid token. */
  ticket?: Ticket | null;
  /** True for a followed link; mail gateways follow those, too. */
  isLink: boolean;
}

/** The dependencies of accepting a report; tests pass their own. */
export interface AcceptDependencies {
  db: Db;
  kv: SaltStores['kv'];
  queue: Pick<Queue<Message>, 'send'>;
  limits: Limits & { burst: RateLimit };
  /** Classes that distinguish the readers behind one address. */
  readersPerAddress: number;
  trusted: TrustedNetworks;
  now: Millis;
  pause(milliseconds: number): Promise<unknown>;
  /** From 0 up to 1. */
  random(): number;
}

/** Why a report was left out. */
export type Dropped = 'bot' | 'prefetch' | 'rateLimited' | 'keyRateLimited' | 'burst' | 'noListToken' | 'ownStaff';

/** The queue did not take the report; its own error is the cause. */
export class QueueUnavailable extends Error {
  override name = 'QueueUnavailable';
}

/**
 * Puts a reader's click into the queue, or leaves it out and says why. Resolves to `accepted` only when the queue has
 * the click, whether or not the reader has clicked before: the ledger counts it once, and the answer does not reveal who has read what. (docs/decisions.md#C29)
 * Throws `QueueUnavailable` if the queue does not take it, `SaltUnavailable` if readers cannot be distinguished.
 */
export async function acceptClick(click: ReaderClick, around: AcceptDependencies): Promise<'accepted' | Dropped> {
  const { contentId, channel, edge, key, ticket = null } = click;
  const { limits, now } = around;
  const admitted = await admit(click, around);
  if (typeof admitted === 'string') return admitted;
  const { reader, classes } = admitted;
  if (key.clicksNeed === 'token' && classes.origin === 'unsigned' && !shows(ticket, key.id, contentId))
    return 'noListToken';
  if (click.isLink && (await isBurst(reader, contentId, limits.burst, now))) return 'burst';
  const { companyType, seniority } = click.claims;
  const id = await clickId(reader, contentId, dayOf(now));
  const continent = continentOf(edge.continent);
  const mark = markIn(ticket, key.id, contentId);
  const isPlaced = mark !== null && ticket !== null && (await countedPart(reader, ticket, around)) > 0;
  await enqueue(
    {
      ...classes,
      v: 1,
      id,
      contentId,
      hour: hourOf(now),
      companyType,
      seniority,
      continent,
      channel,
      ...(isPlaced ? { mark } : {}),
    },
    around,
  );
  return 'accepted';
}

/** What a page says that a reader has seen, and the ticket that says what it was. */
export interface ReaderViews extends Reporter {
  ticket: Ticket;
  /** Places, from 1. */
  seen: readonly number[];
}

/** Puts what a reader has seen into the queue, as `acceptClick` does; of a page that does not report nothing is counted. */
export async function acceptViews(views: ReaderViews, around: AcceptDependencies): Promise<'accepted' | DroppedViews> {
  const { ticket, key, seen } = views;
  const { now } = around;
  if (!ticket.reports) return 'notReporting';
  const places = [...new Set(seen)].flatMap((place) => {
    const contentId = ticket.ids[place - 1] ?? 0;
    const isShown = ticket.keyId === key.id && contentId !== 0 && place <= MAX_POSITIONS;
    return isShown ? [{ contentId, mark: markOf(ticket.layout, place) }] : [];
  });
  const admitted = await admit(views, around, Math.max(1, places.length));
  if (typeof admitted === 'string') return admitted;
  if (places.length === 0) return 'notShown';
  const { reader, classes } = admitted;
  const part = await countedPart(reader, ticket, around);
  if (part === 0) return 'accepted';
  const hour = hourOf(now);
  const items = places.map(
    async ({ contentId, mark }) => [await placeId(reader, contentId, mark, dayOf(now)), contentId, mark] as const,
  );
  const id = await viewId(reader, ticket.list, hour);
  await enqueue(
    {
      ...classes,
      kind: 'view',
      v: 1,
      id,
      hour,
      list: ticket.list,
      views: ticket.sampling / part,
      seen: (await Promise.all(items)).map((item) => [...item]),
    },
    around,
  );
  return 'accepted';
}

/**
 * The fraction of reports that counts when this page was shown; 0 if this one does not. Views and clicks of a page count both or not at all.
 * The response does not reveal it: a sender who knew could choose. (docs/decisions.md#C52)
 */
async function countedPart(reader: string, { list, minute }: Ticket, { db, now }: AcceptDependencies): Promise<number> {
  const hour = Math.floor(minute / 60);
  const part = await VIEW_PART.of(db, Math.floor(hour / 24), now);
  return isCounted(await reportId(reader, list, hour), part) ? part : 0;
}

/** Why views were left out. */
export type DroppedViews = Dropped | 'notReporting' | 'notShown';

/** Puts how far a reader got in an article into the queue, as `acceptClick` a click; where many read, of a part of readers alone. */
export async function acceptRead(
  read: Reporter & Pick<ReadMessage, 'contentId' | 'level'>,
  around: AcceptDependencies,
): Promise<'accepted' | Dropped> {
  const admitted = await admit(read, around);
  if (typeof admitted === 'string') return admitted;
  const { contentId, level } = read;
  const { db, now } = around;
  const id = await clickId(admitted.reader, contentId, dayOf(now));
  // The answer does not say whether it counts: who knew could choose.
  if (!isCounted(id, await READ_PART.of(db, dayOf(now), now))) return 'accepted';
  await enqueue({ ...admitted.classes, v: 1, kind: 'read', id, contentId, hour: hourOf(now), level }, around);
  return 'accepted';
}

/** A reader whose report may be counted. */
export interface Admitted {
  /** 32 hex digits, by the salt of the day; never stored. */
  reader: string;
  /** What messages say of who sent them. */
  classes: Awaited<ReturnType<typeof classify>>;
}

/**
 * What every report passes before its message is made: programs and prefetches are left out, limits of the address, the key and the network
 * are asked, and the reader is distinguished from others. `units`: clicks, reads or positions that the limits count. Resolves to the reason why a report is left out, or to the reader.
 * Throws `SaltUnavailable`.
 */
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

/** The queue may fail for a moment under load: makes three attempts. A report is acknowledged only after the queue has taken it. Throws `QueueUnavailable`. */
export async function enqueue(message: Message, { queue, pause, random }: AcceptDependencies): Promise<void> {
  for (const wait of [...PAUSES, null]) {
    try {
      await queue.send(message, { contentType: 'json' });
      return;
    } catch (cause) {
      if (wait === null) throw new QueueUnavailable('the queue takes no clicks', { cause });
      await pause(wait * (0.5 + random()));
    }
  }
}
