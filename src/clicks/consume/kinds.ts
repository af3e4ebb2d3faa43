import type { Db } from '../../db/client.ts';
import type { Millis } from '../../lib/time.ts';
import { notifySite } from '../../rankings/object/notify.ts';
import {
  type ClickMessage,
  clickMessage,
  type QueueMessage,
  type ReadMessage,
  readMessage,
  type ViewMessage,
  viewMessage,
} from '../message.ts';
import { countReads } from './consume-reads.ts';
import { countViews } from './consume-views.ts';
import { countClicks } from './ledger.ts';

interface CountContext {
  db: Db;
  env: Env;
  now: Millis;
  nonce: number;
}

/** Schema and idempotent counting function of each message kind. The functions return clicks on unknown articles. */
const KINDS = {
  click: {
    schema: clickMessage,
    async count(clicks: ClickMessage[], { db, env, now, nonce }: CountContext) {
      const counted = await countClicks(db, clicks, { nonce, now });
      await notifySite(env, counted, now);
      return clicks.filter(counted.isUnknown);
    },
  },
  view: {
    schema: viewMessage,
    async count(views: ViewMessage[], { db, now, nonce }: CountContext) {
      await countViews(db, views, { nonce, now });
      return [];
    },
  },
  read: {
    schema: readMessage,
    async count(reads: ReadMessage[], { db, now, nonce }: CountContext) {
      await countReads(db, reads, { nonce, now });
      return [];
    },
  },
};
type Kind = keyof typeof KINDS;

export interface ParsedMessage {
  kind: Kind;
  message: QueueMessage;
}

/** Parses a message body. A message without a kind is a click. */
export function parseMessage(body: unknown): ParsedMessage | null {
  const said = (body as { kind?: unknown } | null)?.kind ?? 'click';
  if (typeof said !== 'string' || !Object.hasOwn(KINDS, said)) return null;
  const kind = said as Kind;
  const message = KINDS[kind].schema.safeParse(body).data;
  return message ? { kind, message } : null;
}

/** Counts the messages of each kind in a separate transaction. Returns clicks on unknown articles, even repeats. */
export async function countKinds(known: readonly ParsedMessage[], around: CountContext): Promise<ClickMessage[]> {
  const unknown: ClickMessage[] = [];
  for (const [kind, list] of Map.groupBy(known, ({ kind }) => kind)) {
    // `parseMessage` has validated each message against its schema, so the cast is safe.
    unknown.push(...(await KINDS[kind].count(list.map(({ message }) => message) as never[], around)));
  }
  return unknown;
}
