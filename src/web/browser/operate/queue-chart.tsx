import { useEffect, useState } from 'hono/jsx/dom';

/** Number of bars, one per response: the last ten minutes. */
const MAX_SAMPLES = 120;
const BAR_WIDTH = 5;
const HEIGHT = 40;

interface Sample {
  at: number;
  queued: number;
}

/** Chart of the waiting clicks since the page was opened. It appears once a click has waited. */
export function QueueChart({ queued, at }: Sample) {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => setSamples((before) => [...before, { at, queued }].slice(-MAX_SAMPLES)), [at]);
  const most = Math.max(...samples.map((sample) => sample.queued));
  if (most <= 0) return null;
  return (
    <figure class="queue-chart">
      <svg
        viewBox={`0 0 ${MAX_SAMPLES * BAR_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Waiting clicks since you opened this page: ${queued} now, at most ${most}.`}
      >
        {samples.map((sample, place) => {
          const height = (HEIGHT * sample.queued) / most;
          return (
            <rect key={sample.at} x={place * BAR_WIDTH} y={HEIGHT - height} width={BAR_WIDTH - 1} height={height} />
          );
        })}
      </svg>
      <figcaption class="hint">
        Waiting clicks since you opened this page, at most {most.toLocaleString('en')}
      </figcaption>
    </figure>
  );
}
