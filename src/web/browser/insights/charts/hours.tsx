import { useData } from '../../lib/query.ts';
import type { DataOf } from '../../lib/request.ts';
import { Loaded, Section } from '../../ui/parts.tsx';
import { type Session, SLOW } from '../view.ts';
import type { Line } from './curve.ts';
import { HistoryChart } from './history-chart.tsx';

type Of = { topic: number } | { content: number } | null;
type Hours = DataOf<'/api/v2/insights/hours/'>;

const SHOWN = 72;
/** What is usual at an hour is learnt from a week. An article has a life, and no usual day. */
const KNOWN = 168;

/** The last three days of the site, a topic or an article by hour: the last on its page, since its height is known when it has come. */
export function HoursCurve({ of, name, session }: { of: Of; name: string; session: Pick<Session, 'view' | 'paused'> }) {
  const isArticle = of !== null && 'content' in of;
  const query = { hours: isArticle ? SHOWN : KNOWN, riskManagement: session.view.risk === '1' };
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
        {({ width, hours: points }: Hours) => (
          <HistoryChart
            lines={[lineOf(name, points, SHOWN / width)]}
            label={`Readers of ${name} by the hour`}
            caption={`Each ${width === 1 ? 'complete hour' : `${width} complete hours`} as a share of the highest${isArticle ? '' : ' of seven days'}.`}
            notes={[]}
            scopes={[]}
          />
        )}
      </Loaded>
    </Section>
  );
}

function lineOf(name: string, points: Hours['hours'], shown: number): Line {
  const days = points.map(({ at, index }) => ({ date: at, index }));
  return days.length > shown ? { name, days: days.slice(-shown), before: days.slice(0, -shown) } : { name, days };
}
