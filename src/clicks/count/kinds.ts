import type { Db } from '../../db/client.ts';
import type { Millis } from '../../lib/time.ts';
import { notifySite } from '../../rankings/object/notify.ts';
import {
  type ClickMessage,
  clickMessage,
  type Message,
  type ReadMessage,
  readMessage,
  type ViewMessage,
  viewMessage,
} from '../message.ts';
import { countClicks } from './ledger.ts';
import { countReads } from './reads.ts';
import { countViews } from './views.ts';

interface Around {
  db: Db;
  env: Env;
  now: Millis;
  /** A number that no other attempt has. */
  nonce: number;
}

/**
 * What the queue's messages are, and how each kind is counted: safe to repeat after any failure. Each returns the clicks on unknown
 * articles. A further kind is a further entry.
 */
const KINDS = {
  click: {
    schema: clickMessage,
    async count(clicks: ClickMessage[], { db, env, now, nonce }: Around) {
      const counted = await countClicks(db, clicks, { nonce, now });
      await notifySite(env.TOPIC_WINDOW, counted, now);
      return clicks.filter(counted.isUnknown);
    },
  },
  view: {
    schema: viewMessage,
    async count(views: ViewMessage[], { db, now, nonce }: Around) {
      await countViews(db, views, { nonce, now });
      return [];
    },
  },
  read: {
    schema: readMessage,
    async count(reads: ReadMessage[], { db, now, nonce }: Around) {
      await countReads(db, reads, { nonce, now });
      return [];
    },
  },
};
type Kind = keyof typeof KINDS;

/** A message of the queue that is well-formed. */
export interface Known {
  kind: Kind;
  message: Message;
}

/** The message that a body is; null: none of any kind. What has no kind is a click. */
export function knownOf(body: unknown): Known | null {
  const said = (body as { kind?: unknown } | null)?.kind ?? 'click';
  if (typeof said !== 'string' || !Object.hasOwn(KINDS, said)) return null;
  const kind = said as Kind;
  const message = KINDS[kind].schema.safeParse(body).data;
  return message ? { kind, message } : null;
}

/** Counts the messages of a batch, each kind in a transaction of its own. Returns the clicks on unknown articles, which no ledger knows: whoever tallies them does so last. */
export async function countKinds(known: readonly Known[], around: Around): Promise<ClickMessage[]> {
  const unknown: ClickMessage[] = [];
  for (const [kind, list] of Map.groupBy(known, ({ kind }) => kind)) {
    // `knownOf` has read each by the schema of its kind.
    unknown.push(...(await KINDS[kind].count(list.map(({ message }) => message) as never[], around)));
  }
  return unknown;
}
