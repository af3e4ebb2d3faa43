import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type Author, newAuditChange, recordOther } from '../../content/history/audit.ts';
import type { Db } from '../../db/client.ts';
import { feeds } from '../../db/schema.ts';
import { idsOf, inList } from '../../db/sql.ts';
import { toSeconds } from '../../lib/time.ts';
import { pausedBy } from '../paused.ts';
import type { PolledFeed } from './feed-store.ts';

export function pauseFeeds(db: Db, list: readonly PolledFeed[], author: Author): Promise<number> {
  return change(db, list, author, {
    where: isNotNull(feeds.nextAt),
    set: { nextAt: null, failingSince: null, reason: pausedBy(author.actor) },
    states: ['polled', 'paused'],
  });
}

export function resumeFeeds(db: Db, list: readonly PolledFeed[], author: Author): Promise<number> {
  return change(db, list, author, {
    where: isNull(feeds.nextAt),
    set: { nextAt: toSeconds(author.now), reason: null, failures: 0, failingSince: null },
    states: ['paused', 'polled'],
  });
}

interface Pausing {
  where: SQL;
  set: Partial<PolledFeed>;
  states: [before: string, after: string];
}

async function change(db: Db, list: readonly PolledFeed[], author: Author, { where, set, states }: Pausing) {
  const record = newAuditChange(author);
  const [before, after] = states.map((state) => sql`${JSON.stringify({ state })}`) as [SQL, SQL];
  const isChosen = and(inList(feeds.id, idsOf(list)), where);
  const changing = await db.select({ url: feeds.url }).from(feeds).where(isChosen);
  await db.transaction(
    db.update(feeds).set(set).where(isChosen),
    ...changing.map(({ url }) => recordOther(record, 'feed', { ref: url, action: 'update', before, after })),
  );
  return changing.length;
}
