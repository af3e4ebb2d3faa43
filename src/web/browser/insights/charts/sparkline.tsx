import { dayAndMonth } from '../../lib/time.ts';
import type { Day } from '../view.ts';

const WIDTH = 112;
const HEIGHT = 28;

/** The last days as a line from zero; days of which nothing is known are gaps. In words for those who do not see it. */
export function Sparkline({ days, name }: { days: Day[] | null; name: string }) {
  if (!days || days.every(({ index }) => index === null)) return <span class="spark" aria-hidden="true" />;
  const step = WIDTH / Math.max(1, days.length - 1);
  const points = days.map(({ index }, i) =>
    index === null ? null : ([round(i * step), round(HEIGHT - 2 - (index / 100) * (HEIGHT - 4))] as const),
  );
  const path = points
    .map((point, i) => (point ? `${i > 0 && points[i - 1] ? 'L' : 'M'}${point[0]} ${point[1]}` : ''))
    .join('');
  const last = points.at(-1);
  return (
    <svg class="spark" viewBox={`-3 0 ${WIDTH + 6} ${HEIGHT}`} role="img" aria-label={curveText(days, name)}>
      <path d={path} fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round" />
      {last ? <circle cx={last[0]} cy={last[1]} r="2.5" fill="currentColor" /> : null}
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

function curveText(days: Day[], name: string): string {
  const peak = days.find(({ index }) => index === 100);
  const last = days.at(-1)?.index;
  return [
    `${name}, last ${days.length} days`,
    ...(peak ? [`highest on ${dayAndMonth(peak.date)}`] : []),
    ...(last === null || last === undefined ? [] : [`yesterday at ${last}% of that`]),
  ].join(', ');
}
