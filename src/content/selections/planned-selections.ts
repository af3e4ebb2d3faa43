import { between, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { plannedSelections } from '../../db/schema.ts';
import { objectOf } from '../../db/sql.ts';
import { type Millis, type Seconds, toSeconds } from '../../lib/time.ts';
import { type Author, newAuditChange, recordAround } from '../history/audit.ts';
import { saveRecommended } from '../recommended.ts';

export type PlannedSelection = typeof plannedSelections.$inferSelect;

const isOf = (date: string) => eq(plannedSelections.date, date);

const recorded = (author: Author, date: string) =>
  recordAround(newAuditChange(author), 'plan', {
    table: sql`${plannedSelections}`,
    key: plannedSelections.date,
    refs: [date],
    row: objectOf(plannedSelections, ['articles', 'at']),
  });

export async function loadPlan(db: Db, date: string): Promise<PlannedSelection | null> {
  const [plan] = await db.select().from(plannedSelections).where(isOf(date));
  return plan ?? null;
}

export interface PlanSummary {
  date: string;
  at: Seconds;
  articles: number;
}

/** Lists the planned publications of days from `from` to `to` inclusive. */
export const listPlans = (db: Db, from: string, to: string): Promise<PlanSummary[]> =>
  db
    .select({
      date: plannedSelections.date,
      at: plannedSelections.at,
      articles: sql<number>`json_array_length(${plannedSelections.articles})`.as('count'),
    })
    .from(plannedSelections)
    .where(between(plannedSelections.date, from, to))
    .orderBy(plannedSelections.date);

interface Plan {
  date: string;
  articles: readonly number[];
  at: Seconds;
}

/** Plans the publication of a selection. A day has at most one plan, so this replaces an earlier one. */
export async function savePlan(db: Db, { date, articles, at }: Plan, author: Author): Promise<void> {
  const record = recorded(author, date);
  const plan = { articles: [...articles], at, actor: author.actor, session: author.session ?? null };
  await db.transaction(
    record.before,
    db
      .insert(plannedSelections)
      .values({ date, ...plan })
      .onConflictDoUpdate({ target: plannedSelections.date, set: plan }),
    ...record.after,
  );
}

/** Cancels a plan. Returns `false` if the day has none. */
export async function removePlan(db: Db, date: string, author: Author): Promise<boolean> {
  const record = recorded(author, date);
  const { found } = await db.transaction({
    found: db.select({ date: plannedSelections.date }).from(plannedSelections).where(isOf(date)),
    before: record.before,
    removed: db.delete(plannedSelections).where(isOf(date)),
    after: record.after,
  });
  return found.length > 0;
}

/** Loads the plans whose time has come, earliest first. */
export const duePlans = (db: Db, now: Millis): Promise<PlannedSelection[]> =>
  db
    .select()
    .from(plannedSelections)
    .where(lte(plannedSelections.at, toSeconds(now)))
    .orderBy(plannedSelections.at, plannedSelections.date);

/** Publishes planned selections. Each is published and its plan deleted in one transaction, so none is published twice. */
export async function publishPlans(db: Db, plans: readonly PlannedSelection[], now: Millis): Promise<number> {
  for (const { date, articles, at, actor, session } of plans) {
    const isPlan = sql`${plannedSelections.date} = ${date} AND ${plannedSelections.at} = ${at}`;
    await saveRecommended(
      db,
      {
        date,
        articles,
        seen: undefined,
        when: sql`EXISTS (SELECT 1 FROM ${plannedSelections} WHERE ${isPlan})`,
        also: [sql`DELETE FROM ${plannedSelections} WHERE ${isPlan}`],
      },
      { actor, session: session ?? undefined, now },
    );
  }
  return plans.length;
}
