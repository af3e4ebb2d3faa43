import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { webhooks } from '../db/schema.ts';
import type { EventType } from '../db/values.ts';

export interface Receiver {
  id: number;
  events: readonly EventType[];
  topics: readonly number[] | null;
  searches: readonly string[];
}

/** Lists enabled webhooks. Reads one row per webhook. */
export const selectReceivers = (db: Db): Promise<Receiver[]> =>
  db
    .select({ id: webhooks.id, events: webhooks.events, topics: webhooks.topics, searches: webhooks.searches })
    .from(webhooks)
    .where(eq(webhooks.enabled, true));

interface Happening {
  type: EventType;
  subject: string;
}

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
