import type { Day } from './day.ts';
import { letterOf, type Note, NoteForm, NoteList, useNotes } from './notes.tsx';

interface Line {
  name: string;
  days: Day[];
}

interface Props {
  /** At most two; each is a share of its own highest day. */
  lines: Line[];
  label: string;
  /** What happened on days, of these and of others. */
  notes: readonly Note[];
}

const WIDTH = 640;
const HEIGHT = 180;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayOf = (date: string) => DAY.format(Date.parse(date));

const round = (value: number) => Math.round(value * 10) / 10;

/** Days as lines from zero to the highest day, with the same as a table behind it. */
export function HistoryChart({ lines, label, notes: given }: Props) {
  const [all, write] = useNotes(given);
  const shown = lines.filter(({ days }) => days.some(({ index }) => index !== null));
  const days = lines[0]?.days ?? [];
  const first = lines.reduce((least, { days: [day] }) => (day && day.date < least ? day.date : least), today());
  const notes = all.filter(({ date }) => date >= first);
  const about = (
    <>
      <NoteList notes={notes} dayOf={dayOf} />
      <NoteForm {...{ notes, first, write }} last={today()} />
    </>
  );
  if (shown.length === 0)
    return (
      <div>
        <p class="hint">Too few readers so far: a history is shown once enough people have read it.</p>
        {about}
      </div>
    );
  const step = WIDTH / Math.max(1, days.length - 1);
  const noted = notes.map(({ date }, i) => ({
    letter: letterOf(i),
    at: Math.max(...lines.map((line) => line.days.findIndex((day) => day.date === date))),
  }));
  const marks = days.map((day, i) => ({ ...day, i })).filter(({ i }) => (days.length - 1 - i) % 7 === 0);
  return (
    <figure class="history">
      {noted.some(({ at }) => at >= 0) ? (
        <p class="days" aria-hidden="true">
          {noted.map(({ letter, at }) =>
            at < 0 ? null : (
              <b key={letter} style={{ left: placeOf(at, days.length) }} class={anchorOf(at, days.length)}>
                {letter}
              </b>
            ),
          )}
        </p>
      ) : null}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {[0, 50, 100].map((level) => (
          <line key={level} class="level" x1={0} x2={WIDTH} y1={yOf(level)} y2={yOf(level)} />
        ))}
        {noted.map(({ letter, at }) =>
          at < 0 ? null : <line key={letter} class="noted" x1={at * step} x2={at * step} y1={0} y2={HEIGHT} />,
        )}
        {shown.map(({ name, days: own }, i) => (
          <path key={name} class={`line line-${i + 1}`} d={pathOf(own, step)} fill="none" />
        ))}
      </svg>
      <p class="days" aria-hidden="true">
        {marks.map(({ date, i }) => (
          <span key={date} style={{ left: placeOf(i, days.length) }} class={anchorOf(i, days.length)}>
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
      {about}
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

const placeOf = (i: number, count: number) => `${round((i / Math.max(1, count - 1)) * 100)}%`;

/** The running UTC day. */
const today = () => new Date().toISOString().slice(0, 10);

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
