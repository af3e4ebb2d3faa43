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

/** Days to request for 28 days up to an alert of the last two weeks. */
const REQUESTED_DAYS = 42;

interface Props {
  id: number;
  name: string;
  /** Last day to draw. */
  until: string;
}

/** Sparkline of a topic for the 28 days up to `until`. */
export function TopicSpark({ id, name, until }: Props) {
  const { value } = useData('/api/v2/insights/topics/{id}/history/', { at: { id }, query: { days: REQUESTED_DAYS } });
  const days = value && daysUntil(value.days, until);
  return <Sparkline days={days} name={name} lastDay={dayAndMonth(days?.at(-1)?.date ?? until)} />;
}
