import type { Child } from 'hono/jsx/dom';
import type { View } from '../../lib/page.ts';
import { Views } from '../../ui/parts.tsx';
import { TABS } from '../view.ts';

interface PagesProps {
  current?: 'today' | 'week';
}

/** Links at the end of the tabs to the pages of a day and of a week. */
export const InsightsPages = ({ current }: PagesProps) => (
  <>
    <a class="aside-end" href="/insights/today" aria-current={current === 'today' ? 'page' : undefined}>
      Today
    </a>
    <a href="/insights/week" aria-current={current === 'week' ? 'page' : undefined}>
      Week
    </a>
  </>
);

interface Props<V extends View> {
  current: NonNullable<PagesProps['current']>;
  defaults: V;
  change: (view: V) => void;
  children: Child;
}

/** Tabs of Insights on the pages of a day and of a week, which have their own addresses. */
export const InsightsTabs = <V extends View>({ current, ...page }: Props<V>) => (
  <Views
    label="Views"
    tabs={TABS}
    current=""
    href={(name) => (name === 'overview' ? '/insights' : `/insights?view=${name}`)}
    more={<InsightsPages current={current} />}
    {...page}
  />
);
