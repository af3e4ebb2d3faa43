import { type DataOf, request, type Schemas } from '../../lib/request/request.ts';
import { dateTimeOf } from '../../lib/time.ts';
import type { Kind } from '../kinds.tsx';

/** Who has changed what, as the trail has it. */

interface By {
  actor: string;
  /** Epoch milliseconds. */
  at: number;
}

/** Where the API has another name for a field of a form. */
const IN_TRAIL: Record<string, string> = { imageUrl: 'image', imageAlt: 'image' };

const LATEST = 20;

/** Who has changed one of these fields last; null: the trail does not say, as of what feeds bring. */
export async function lastChange(
  kind: Kind,
  id: string,
  fields: readonly string[],
  signal?: AbortSignal,
): Promise<By | null> {
  const query = { kind: kind.kind, ref: id, limit: LATEST };
  const { entries } = await request<DataOf<'/manage/audit'>>('/manage/audit', { query, ...(signal ? { signal } : {}) });
  const names = fields.map((name) => IN_TRAIL[name] ?? name);
  const isOne = ({ before, after }: Schemas['AuditEntry']) =>
    names.some((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  const entry = entries.find(isOne);
  return entry ? { actor: entry.actor, at: Date.parse(entry.at) } : null;
}

/** `Newsroom, 21 Nov 2026, 14:35` */
export const authorAndTime = ({ actor, at }: By): string => `${actor}, ${dateTimeOf(at)}`;
