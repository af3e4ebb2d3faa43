import { hourOf } from '../lib/time.ts';
import { Table } from '../ui/parts.tsx';

/** One hour of a chart, a value a series. */
export interface Bar {
  /** When it began, RFC 3339. */
  hour: string;
  values: readonly number[];
}

interface HourBars {
  /** What the chart shows, for those who do not see it. */
  label: string;
  /** Oldest first. */
  bars: readonly Bar[];
  /** From the bottom up; `look` is a class of its colour. */
  series: readonly { name: string; look: string }[];
  /** What one should know of the figures. */
  hint?: string;
}

const WIDTH = 10;
const GAP = 2;
const HEIGHT = 100;
/** A value that is not zero is seen, however small it is beside the others. */
const LEAST = 1.5;

/** Stacked bars by hour with a legend, and the same figures as a table. */
export function HourBars({ label, bars, series, hint }: HourBars) {
  const most = Math.max(1, ...bars.map(({ values }) => sum(values)));
  const shown = series.map((one, i) => ({ ...one, i })).filter(({ i }) => bars.some(({ values }) => values[i]));
  return (
    <figure class="bars">
      <div class="plot">
        <span class="most hint">{most.toLocaleString('en')} in an hour</span>
        <svg
          viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${label}. The most in an hour: ${most.toLocaleString('en')}. The figures follow as a table.`}
        >
          {bars.map((bar, place) => (
            <Stack key={bar.hour} bar={bar} place={place} most={most} series={series} />
          ))}
        </svg>
      </div>
      <p class="row between ends hint">
        <span>{timeOf(bars[0])}</span>
        <span>{timeOf(bars.at(-1))}</span>
      </p>
      <figcaption class="row">
        {shown.map(({ name, look, i }) => (
          <span key={name} class={look}>
            {name}: <b>{total(bars, i).toLocaleString('en')}</b>
          </span>
        ))}
      </figcaption>
      {hint ? <p class="hint">{hint}</p> : null}
      <details>
        <summary>Figures by hour</summary>
        <Table
          label={`${label}: figures by hour`}
          head={['Hour', ...shown.map(({ name }) => [name, 'number'] as const)]}
        >
          {bars.toReversed().map((bar) => (
            <tr key={bar.hour}>
              <th scope="row">{timeOf(bar)}</th>
              {shown.map(({ name, i }) => (
                <td key={name} class="number">
                  {(bar.values[i] ?? 0).toLocaleString('en')}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}

function Stack({ bar, place, most, series }: { bar: Bar; place: number; most: number } & Pick<HourBars, 'series'>) {
  let top = HEIGHT;
  return (
    <g>
      <title>{`${timeOf(bar)}: ${series.map(({ name }, i) => `${name} ${bar.values[i] ?? 0}`).join(', ')}`}</title>
      {series.map(({ name, look }, i) => {
        const value = bar.values[i] ?? 0;
        if (value === 0) return null;
        const height = Math.max(LEAST, (HEIGHT * value) / most);
        top -= height;
        return <rect key={name} class={look} x={place * WIDTH} y={top} width={WIDTH - GAP} height={height} />;
      })}
    </g>
  );
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const total = (bars: readonly Bar[], i: number): number => sum(bars.map(({ values }) => values[i] ?? 0));

const timeOf = (bar: Bar | undefined): string => (bar ? hourOf(Date.parse(bar.hour)) : '');
