import { useEffect, useRef, useState } from 'hono/jsx/dom';
import type { Chart } from './chart.ts';
import type { GrowingTopic } from './types.ts';

interface Props {
  topics: GrowingTopic[];
  open: (topicId: number) => void;
}

/** The chart for eyes; the table below it says the same to everybody. The library is loaded when first needed. */
export function GrowthChart({ topics, open }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart | null>(null);
  const [failed, setFailed] = useState(false);
  const bars = topics.map(({ topicId, name, growthPercent }) => ({ topicId, name, percent: growthPercent ?? 0 }));
  const latest = useRef({ bars, open });
  latest.current = { bars, open };

  useEffect(() => {
    let gone = false;
    import('./chart.ts')
      .then(({ drawGrowth }) => {
        if (gone || !canvas.current) return;
        chart.current = drawGrowth(canvas.current, (topicId) => latest.current?.open(topicId));
        chart.current.show(latest.current?.bars ?? []);
      })
      .catch(() => setFailed(true));
    return () => {
      gone = true;
      chart.current?.destroy();
    };
  }, []);
  useEffect(() => chart.current?.show(bars), [JSON.stringify(bars)]);

  if (failed)
    return <p class="notice">The chart could not be loaded; the table below says the same. Reload to try again.</p>;
  return (
    <div class="chart" style={{ height: `${bars.length * 1.75 + 0.5}rem` }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Bar chart of the growth of ${bars.length} topics; the table below says the same`}
      />
    </div>
  );
}
