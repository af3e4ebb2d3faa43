import { useQuery } from '../../lib/query.ts';
import { type DataOf, request } from '../../lib/request.ts';
import { Loaded, Section } from '../../ui/parts.tsx';
import { type InsightsSession, SLOW_POLL_MS } from '../view.ts';
import { HistoryChart } from './history-chart.tsx';
import { hourCurve, isCoarse } from './lines/chart-lines.ts';

type Of = { topic: number } | { content: number } | null;
type Hours = DataOf<'/api/v2/insights/hours/'>;

interface Props {
  of: Of;
  name: string;
  session: Pick<InsightsSession, 'view' | 'paused'>;
}

export function useHours({ of, name, session }: Props) {
  const riskManagement = session.view.risk === '1';
  const isArticle = of !== null && 'content' in of;
  const part = of === null ? '' : 'topic' in of ? `topics/${of.topic}/` : `content/${of.content}/`;
  return useQuery(
    ['hours', part, name, riskManagement],
    (signal) =>
      hourCurve(name, isArticle, (hours) =>
        request<Hours>(`/api/v2/insights/${part}hours/`, { query: { hours, riskManagement }, signal }),
      ),
    { interval: SLOW_POLL_MS, paused: session.paused },
  );
}

/** Hourly curve. It must be the last part of a page, because its height is unknown until its data is loaded. */
export const HoursCurve = (props: Props) => (
  <HoursSection curve={useHours(props)} name={props.name} isInner={props.of !== null} />
);

interface SectionProps extends Pick<Props, 'name'> {
  curve: ReturnType<typeof useHours>;
  isInner?: boolean;
}

export function HoursSection({ curve, name, isInner = true }: SectionProps) {
  if (curve.value && isCoarse(curve.value.line.days)) return null;
  return (
    <Section id="hours" title="By the hour" note={curve.value?.note ?? ''} isInner={isInner}>
      <Loaded of={curve} what="the hours" lines={8}>
        {({ line, meaning }) => (
          <HistoryChart
            lines={[{ ...line, name }]}
            label={`Readers of ${name} by the hour`}
            caption={meaning}
            notes={[]}
            scopes={[]}
          />
        )}
      </Loaded>
    </Section>
  );
}
