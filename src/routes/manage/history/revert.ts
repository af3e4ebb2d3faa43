import { and, desc, eq, gt } from 'drizzle-orm';
import type { Context } from 'hono';
import { notifyRankings } from '../../../collections/core/service.ts';
import { type NetChange, netChanges, REVERTED } from '../../../content/articles/net-changes.ts';
import { CHANGED, revertArticles } from '../../../content/articles/revert-articles.ts';
import { KEPT_DAYS } from '../../../content/history/trash.ts';
import type { Db } from '../../../db/client.ts';
import { audit } from '../../../db/schema.ts';
import type { AuditKind } from '../../../db/values.ts';
import type { AppEnv } from '../../../http/env.ts';
import { DAY, rfc3339, type Seconds, toSeconds } from '../../../lib/time.ts';
import { publishSelections } from '../../../webhooks/publish.ts';
import { authorOf } from '../lines.ts';
import { applied, isEdit, type Reverting, stepOf } from './revert-steps.ts';

/**
 * Taking back what a line of the audit trail has done: what is stored is afterwards what was stored before, or nothing is changed
 * and each thing says why.
 */

/** Why what was done to a kind of thing is not taken back. */
const FINAL: Partial<Record<AuditKind, string>> = {
  key: 'Keys are not brought back: what was revoked stays revoked; change or make one under Keys',
  session: 'A session that was ended stays ended; sign in again',
  share: 'A link that was ended stays ended; share the view again',
  letter: 'Dead letters were sent or deleted for good',
  feed: 'A feed is paused and polled again under its source',
  webhook: 'Webhooks are changed under Alerts',
  alerts: 'Limits of alerts are changed under Alerts',
  search: 'A saved search is changed where it is used',
};

/** Why a record cannot be taken back whatever is stored; null: it can, unless something has changed since. */
export function finalReason(record: Pick<NetChange, 'kind' | 'action' | 'at'>, now: Seconds): string | null {
  const isGone = record.action === 'delete' || record.action === 'merge';
  if (isGone && record.at < now - KEPT_DAYS * DAY) return `What was deleted is kept for ${KEPT_DAYS} days`;
  return FINAL[record.kind] ?? null;
}

/** The line that takes another one back. */
export const revertOf = (change: string): string => change + REVERTED;

/** Things that one request takes back. */
const PORTION = 100;

export interface Reverted {
  /** How many things are as they were. */
  reverted: number;
  /** How many are still to be taken back: ask again. */
  left: number;
  /** Why things cannot be taken back, by kind and ref: nothing was changed. */
  reasons: Map<string, string>;
}

/** Takes back what a change has done to these things, or to all that it has changed; null: there is no such change. */
export async function revertChange(
  c: Context<AppEnv>,
  change: string,
  only: readonly string[] | undefined,
): Promise<Reverted | null> {
  const { db, now } = c.var;
  const nets = netChanges(await recordsOf(db, change));
  if (nets.length === 0) return null;
  const done = new Set((await recordsOf(db, revertOf(change))).map(keyOf));
  const wanted = only ? nets.filter((net) => only.includes(keyOf(net))) : nets;
  const open = wanted.filter((net) => !done.has(keyOf(net)));
  const portion = open.slice(0, PORTION);
  const author = { ...authorOf(c), change: revertOf(change) };
  const reverting: Reverting = { writing: { db, env: c.env, author }, change };
  const seconds = toSeconds(now);
  const steps = await Promise.all(portion.map((net) => finalReason(net, seconds) ?? stepOf(reverting, net)));
  const edits = portion.filter(isEdit).map(({ ref, before, after }) => ({ id: Number(ref), before, after }));
  const reasons = new Map<string, string>();
  if (open.length === 0)
    for (const net of wanted) reasons.set(keyOf(net), 'it has been reverted already; revert that line instead');
  portion.forEach((net, i) => {
    const step = steps[i];
    if (typeof step === 'string') reasons.set(keyOf(net), step);
  });
  const dry = await revertArticles(db, edits, author, true);
  for (const [id, reason] of dry.reasons) reasons.set(`article/${id}`, reason);
  for (const net of portion) {
    const key = keyOf(net);
    if (reasons.get(key) === CHANGED) reasons.set(key, `${CHANGED}, ${await byWhom(db, net)}`);
  }
  if (reasons.size > 0) return { reverted: 0, left: open.length, reasons };
  for (const [i, net] of portion.entries()) {
    const step = steps[i];
    const reason = typeof step === 'function' ? await applied(step) : null;
    if (reason) return { reverted: i, left: open.length - i, reasons: new Map([[keyOf(net), reason]]) };
  }
  const { reasons: late, ...changed } = await revertArticles(db, edits, author);
  await notifyRankings(c.env, changed, now);
  if (portion.some(({ kind }) => kind === 'recommended')) await publishSelections(db, c.env, now);
  const lateReasons = new Map([...late].map(([id, reason]) => [`article/${id}`, reason]));
  return { reverted: portion.length - late.size, left: open.length - portion.length + late.size, reasons: lateReasons };
}

const keyOf = ({ kind, ref }: Pick<NetChange, 'kind' | 'ref'>) => `${kind}/${ref}`;

const recordsOf = (db: Db, change: string) => db.select().from(audit).where(eq(audit.change, change)).orderBy(audit.id);

/** Who has changed a thing after a change, in words. */
async function byWhom(db: Db, { kind, ref, id }: NetChange): Promise<string> {
  const [last] = await db
    .select({ actor: audit.actor, at: audit.at })
    .from(audit)
    .where(and(eq(audit.kind, kind), eq(audit.ref, ref), gt(audit.id, id)))
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(1);
  return last ? `by ${last.actor} at ${rfc3339(last.at)}` : 'by a feed, or by rules';
}
