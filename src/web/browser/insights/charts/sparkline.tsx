import { sparkInWords } from '../../../../lib/formats/spark.ts';
import { useData } from '../../lib/query.ts';
import { dayAndMonth } from '../../lib/time.ts';
import type { HistoryDay } from '../view.ts';
import { daysUntil, SPARK, sparkOf } from './lines/chart-lines.ts';

interface SparklineProps {
  days: HistoryDay[] | null;
  name: string;
  /** Last day in words, if it is not yesterday. */
  lastDay?: string | undefined;
}

export function Sparkline({ days, name, lastDay }: SparklineProps) {
  const spark = days && sparkOf(days);
  if (!spark) return <span class="spark" aria-hidden="true" />;
  const { path, end } = spark;
  return (
    <svg
      class="spark"
      viewBox={`-3 0 ${SPARK.width + 6} ${SPARK.height}`}
      role="img"
      aria-label={sparkInWords(days, name, dayAndMonth, lastDay)}
    >
      <path d={path} fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round" />
      {end ? <circle cx={end[0]} cy={end[1]} r="2.5" fill="currentColor" /> : null}
    </svg>
  );
}

/** Sparkline with its first and last day. */
export const DatedSparkline = ({ days, name }: { days: HistoryDay[]; name: string }) => (
  <figure class="dated-spark">
    <Sparkline days={days} name={name} />
    <p class="row between hint" aria-hidden="true">
      {[days[0], days.at(-1)].map((day) => (
        <span>{day ? dayAndMonth(day.date) : ''}</span>
      ))}
    </p>
  </figure>
);

interface Props {
  id: number;
  name: string;
  paused?: boolean;
  /** Last day to draw. */
  until?: string;
}

export function TopicSpark({ id, name, paused = false, until }: Props) {
  const { value } = useData('/api/v2/insights/topics/{id}/history/', { at: { id }, query: { days: 28 }, paused });
  const days = value && until ? daysUntil(value.days, until) : (value?.days ?? null);
  return <Sparkline days={days} name={name} lastDay={until && dayAndMonth(days?.at(-1)?.date ?? until)} />;
}
