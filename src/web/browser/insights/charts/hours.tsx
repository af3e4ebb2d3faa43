import { useData } from '../../lib/query.ts';
import type { DataOf } from '../../lib/request.ts';
import { Loaded, Section } from '../../ui/parts.tsx';
import { type Session, SLOW } from '../view.ts';
import { hoursAsked, hoursLine, hoursMeaning } from './curve.ts';
import { HistoryChart } from './history-chart.tsx';

type Of = { topic: number } | { content: number } | null;
type Hours = DataOf<'/api/v2/insights/hours/'>;

/** The last three days of the site, a topic or an article by hour: the last on its page, since its height is known when it has come. */
export function HoursCurve({ of, name, session }: { of: Of; name: string; session: Pick<Session, 'view' | 'paused'> }) {
  const isArticle = of !== null && 'content' in of;
  const query = { hours: hoursAsked(isArticle), riskManagement: session.view.risk === '1' };
  const [path, at] =
    of === null
      ? (['/api/v2/insights/hours/', {}] as const)
      : 'topic' in of
        ? (['/api/v2/insights/topics/{id}/hours/', { id: of.topic }] as const)
        : (['/api/v2/insights/content/{id}/hours/', { id: of.content }] as const);
  const hours = useData(path, { at, query, interval: SLOW, paused: session.paused });
  return (
    <Section id="hours" title="By the hour" note="last 3 days" isInner={of !== null}>
      <Loaded of={hours} lines={8}>
        {(asked: Hours) => (
          <HistoryChart
            lines={[hoursLine(name, asked)]}
            label={`Readers of ${name} by the hour`}
            caption={hoursMeaning(asked, isArticle)}
            notes={[]}
            scopes={[]}
          />
        )}
      </Loaded>
    </Section>
  );
}
