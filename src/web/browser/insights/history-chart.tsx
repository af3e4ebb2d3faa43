import type { Day } from './day.ts';

interface Line {
  name: string;
  days: Day[];
}

interface Props {
  /** At most two; each is a share of its own highest day. */
  lines: Line[];
  label: string;
}

const WIDTH = 640;
const HEIGHT = 180;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayOf = (date: string) => DAY.format(Date.parse(date));

const round = (value: number) => Math.round(value * 10) / 10;

/** Days as lines from zero to the highest day, with the same as a table behind it. */
export function HistoryChart({ lines, label }: Props) {
  const shown = lines.filter(({ days }) => days.some(({ index }) => index !== null));
  const days = lines[0]?.days ?? [];
  if (shown.length === 0)
    return <p class="hint">Too few readers so far: a history is shown once enough people have read it.</p>;
  const step = WIDTH / Math.max(1, days.length - 1);
  const marks = days.map((day, i) => ({ ...day, i })).filter(({ i }) => (days.length - 1 - i) % 7 === 0);
  return (
    <figure class="history">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {[0, 50, 100].map((level) => (
          <line key={level} class="level" x1={0} x2={WIDTH} y1={yOf(level)} y2={yOf(level)} />
        ))}
        {shown.map(({ name, days: own }, i) => (
          <path key={name} class={`line line-${i + 1}`} d={pathOf(own, step)} fill="none" />
        ))}
      </svg>
      <p class="days" aria-hidden="true">
        {marks.map(({ date, i }) => (
          <span
            key={date}
            style={{ left: `${round((i / Math.max(1, days.length - 1)) * 100)}%` }}
            class={anchorOf(i, days.length)}
          >
            {dayOf(date)}
          </span>
        ))}
      </p>
      {lines.length > 1 ? (
        <ul class="legend">
          {lines.map(({ name }, i) => (
            <li key={name} class={`line-${i + 1}`}>
              {name}
            </li>
          ))}
        </ul>
      ) : null}
      <figcaption class="hint">
        {lines.length > 1
          ? 'Each as a share of its own highest day, so that heights do not compare.'
          : 'As a share of the highest day.'}
      </figcaption>
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {lines.map(({ name }) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ date }, i) => (
              <tr key={date}>
                <th scope="row">{dayOf(date)}</th>
                {lines.map((line) => (
                  <td key={line.name} class="number">
                    {line.days[i]?.index === null || line.days[i] === undefined ? '–' : `${line.days[i]?.index}%`}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const yOf = (index: number) => round(HEIGHT - 3 - (index / 100) * (HEIGHT - 6));

const anchorOf = (i: number, count: number) => (i === 0 ? 'start' : i === count - 1 ? 'end' : 'middle');

/** Days of which nothing is known are gaps. */
function pathOf(days: readonly Day[], step: number): string {
  return days
    .map(({ index }, i) => {
      if (index === null) return '';
      const isFirst = (days[i - 1]?.index ?? null) === null;
      return `${isFirst ? 'M' : 'L'}${round(i * step)} ${yOf(index)}`;
    })
    .join('');
}
