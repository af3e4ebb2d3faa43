import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { webhooks } from '../db/schema.ts';
import type { EventType } from '../db/values.ts';

/** A webhook that is switched on, as far as it says what it is sent. */
export interface Receiver {
  id: number;
  events: readonly EventType[];
  /** Ids; null: all topics. */
  topics: readonly number[] | null;
  /** Slugs of saved searches. */
  searches: readonly string[];
}

/** Reads one row per webhook. */
export const selectReceivers = (db: Db): Promise<Receiver[]> =>
  db
    .select({ id: webhooks.id, events: webhooks.events, topics: webhooks.topics, searches: webhooks.searches })
    .from(webhooks)
    .where(eq(webhooks.enabled, true));

/** What the choice depends on of an event. */
interface Happening {
  type: EventType;
  /** `topic:47`, `search:floods` */
  subject: string;
}

/** Whether a webhook is sent an event. */
export function receives({ events, topics, searches }: Receiver, { type, subject }: Happening): boolean {
  if (!events.includes(type)) return false;
  const [kind = '', ref = ''] = split(subject);
  if (kind === 'topic') return topics === null || topics.includes(Number(ref));
  return kind !== 'search' || searches.includes(ref);
}

const split = (subject: string): string[] => {
  const colon = subject.indexOf(':');
  return [subject.slice(0, colon), subject.slice(colon + 1)];
};
