import { useData } from '../lib/query.ts';
import type { Schemas } from '../lib/request.ts';
import { may, useSession } from '../lib/request.ts';

type Layout = Schemas['ListedKey']['reports'][number];

export const LAYOUT_NAMES: Record<Layout, string> = {
  auto: 'Automatic',
  cards: 'Cards',
  list: 'List',
  headlines: 'Headlines',
  ticker: 'One line',
  page: 'Own pages',
};

export const layoutsInWords = (layouts: readonly Layout[]): string =>
  layouts.map((layout) => LAYOUT_NAMES[layout]).join(', ');

/** Shows which lists report impressions. Only operators see it, because it needs access to keys. */
export function ReportingLists({ none = 'No lists have reported in the past week.' }: { none?: string }) {
  const { session } = useSession();
  const paused = !may(session, 'operate');
  const keys = useData('/manage/keys', { query: { state: 'living', limit: 1000 }, paused }).value?.keys;
  if (!keys) return null;
  const reporting = keys.filter(({ reports }) => reports.length > 0);
  return (
    <p class="hint">
      {reporting.length === 0
        ? none
        : `Lists that report: ${reporting.map(({ name, reports }) => `${name} (${layoutsInWords(reports)})`).join('; ')}.`}
    </p>
  );
}
