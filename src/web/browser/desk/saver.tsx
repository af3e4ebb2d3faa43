import { useData } from '../lib/request/query.ts';
import { dateTimeOf } from '../lib/time.ts';

const LATEST = 10;

/** Who has saved a day and when (epoch milliseconds), the latest first. `version`: loads again when it changes. */
export function useSaves(date: string, version: string): { actor: string; at: number }[] {
  const query = { kind: 'recommended', ref: date, limit: LATEST };
  const { value } = useData('/manage/audit', { query, version });
  return value?.entries.map(({ actor, at }) => ({ actor, at: Date.parse(at) })) ?? [];
}

/** Who has saved a day at a time: `Newsroom, 21 Nov 2026, 14:35`. */
export function Saver({ date, at }: { date: string; at: string }) {
  const save = useSaves(date, at).find((one) => one.at === Date.parse(at));
  return <>{save ? `${save.actor}, ${dateTimeOf(save.at)}` : 'somebody else'}</>;
}
