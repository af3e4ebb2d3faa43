import { useState } from 'hono/jsx/dom';
import { clockIn, startOfDay, toMillis } from '../../../../lib/time.ts';
import { MIN_HISTORY_ENGAGEMENT } from '../../../../rankings/math/figures/history-index.ts';
import { IS_SERVER } from '../../lib/request.ts';
import {
  type Dates,
  dayAndMonth,
  plusDays,
  pointInWords,
  rangeInWords,
  timeZone,
  today,
  weekday,
} from '../../lib/time.ts';
import { Table } from '../../ui/parts.tsx';
import { anchorOf, bandOf, chosenPath, dayMarksOf, isHourly, pathOf, round, xPercent } from './curve.ts';
import {
  type ChartLine,
  dayInWords,
  indexInWords,
  levelsOf,
  shadedIn,
  shadedRangesIn,
  spreadLabels,
} from './lines/chart-lines.ts';
import { type Note, NoteForm, NoteList, type NoteScope, noteLetterOf, useNotes } from './notes.tsx';
import { SavePicture } from './save-picture.tsx';

interface Props {
  lines: ChartLine[];
  label: string;
  caption: string;
  publishedAt?: string | undefined;
  day?: string;
  chosen?: Dates | null;
  isWeekly?: boolean;
  notes: readonly Note[];
  scopes: readonly NoteScope[];
  /** Names what else cannot be shown, in the place of a chart. */
  alsoMissing?: string;
}

const CHART_WIDTH = 640;
const HEIGHT = 180;
const LABEL_GAP_PERCENT = 13;
/** Share of a row that its line takes. The rest is the gap to the next row, as in `topic.css`. */
const ROW_SHARE = 0.8;

export function HistoryChart({
  lines,
  label,
  caption,
  publishedAt,
  day,
  chosen = null,
  isWeekly = false,
  notes: given,
  scopes,
  alsoMissing = '',
}: Props) {
  const [all, write] = useNotes(given);
  const [pointed, point] = useState<number | null>(null);
  const levels = levelsOf(lines);
  const yOf = (index: number) => round(HEIGHT - 3 - (index / levels[2]) * (HEIGHT - 6));
  const shown = lines.filter(({ days }) => days.some(({ index }) => index !== null));
  const days = lines[0]?.days ?? [];
  const now = today(Date.now(), timeZone());
  const first = lines.reduce((least, { days: [day] }) => (day && day.date < least ? day.date : least), now);
  const notes = all.filter(({ date }) => date >= first);
  const areHours = isHourly(days);
  const look = areHours ? 'history hourly' : 'history';
  const noteForm = areHours ? null : <NoteForm notes={notes} scopes={scopes} first={first} write={write} last={now} />;
  if (shown.length === 0)
    return (
      <div class={look}>
        <p class="none">
          {areHours ? 'No day in this period had enough readers for a chart by hour.' : noCurve(publishedAt)}{' '}
          {alsoMissing}
        </p>
        <NoteList notes={areHours ? [] : notes} scopes={scopes} dayOf={dayAndMonth} />
        {noteForm}
      </div>
    );
  const nameOf = areHours ? pointInWords : isWeekly ? weekday : dayAndMonth;
  const frame = chosen && chosenPath(days, chosen, CHART_WIDTH, HEIGHT);
  const framed = frame && chosen && !areHours ? ` Framed: ${rangeInWords(chosen)}.` : '';
  const meaning = areHours ? caption : `${caption} Complete days, in ${timeZone()}.${framed}`;
  const last = days.length - 1;
  const marked = days.findIndex(({ date }) => date === day);
  const at = Math.min(pointed ?? (marked < 0 ? last : marked), last);
  const band = bandOf(shadedRangesIn(lines), CHART_WIDTH / Math.max(1, last), yOf);
  const said = dayInWords(lines, at, nameOf);
  const step = CHART_WIDTH / Math.max(1, days.length - 1);
  const noted = [...new Set(notes.map(({ date }) => date))].map((date, i) => ({
    letter: noteLetterOf(i),
    at: Math.max(...lines.map((line) => line.days.findIndex((day) => day.date === date))),
  }));
  const marks = dayMarksOf(days);
  const isNamed = lines.length > 1;
  // More than two lines would be a tangle, so each has its own row.
  const isSplit = shown.length > 2;
  const levelTop = (level: number, row: number) =>
    round(isSplit ? ((row + (yOf(level) / HEIGHT) * ROW_SHARE) / shown.length) * 100 : (yOf(level) / HEIGHT) * 100);
  const ends = spreadLabels(
    shown.map(({ days: own }) => (yOf(own.findLast(({ index }) => index !== null)?.index ?? 0) / HEIGHT) * 100),
    LABEL_GAP_PERCENT,
  );
  const drawLines = (drawn: readonly ChartLine[], title: string) => (
    <svg viewBox={`0 0 ${CHART_WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={title} key={title}>
      {levels.map((level) => (
        <line key={level} class="level" x1={0} x2={CHART_WIDTH} y1={yOf(level)} y2={yOf(level)} />
      ))}
      {frame ? <path class="chosen" d={frame} /> : null}
      {band ? <path class="usual" d={band} /> : null}
      {pointed === null && marked < 0 ? null : (
        <line class="pointed" x1={at * step} x2={at * step} y1={0} y2={HEIGHT} />
      )}
      {noted.map(({ letter, at }) =>
        at < 0 ? null : <line key={letter} class="noted" x1={at * step} x2={at * step} y1={0} y2={HEIGHT} />,
      )}
      {drawn.map(({ name, days: own }) => (
        <path
          key={name}
          class={`line data-${lines.findIndex((line) => line.name === name) + 1}`}
          d={pathOf(own, step, yOf)}
          fill="none"
        />
      ))}
    </svg>
  );
  return (
    <figure class={[look, isNamed && 'named', isSplit && `split rows-${shown.length}`].filter(Boolean).join(' ')}>
      <div class="plot">
        {noted.some(({ at }) => at >= 0) ? (
          <p class="days" aria-hidden="true">
            {noted.map(({ letter, at }) =>
              at < 0 ? null : (
                <b key={letter} style={{ left: xPercent(at, days.length) }} class={anchorOf(at, days.length)}>
                  {letter}
                </b>
              ),
            )}
          </p>
        ) : null}
        <div class="levels" aria-hidden="true">
          {(isSplit ? shown : [null]).map((_, row) =>
            levels.map((level) =>
              isSplit && level === levels[1] ? null : (
                <span key={`${row} ${level}`} style={{ top: `${levelTop(level, row)}%` }}>
                  {level}%
                </span>
              ),
            ),
          )}
        </div>
        {isSplit ? shown.map((line) => drawLines([line], `${label}: ${line.name}`)) : drawLines(shown, label)}
        {isNamed ? (
          <div class="names" aria-hidden="true">
            {shown.map(({ name }, i) => (
              <b
                key={name}
                class={`data-${lines.findIndex((line) => line.name === name) + 1}`}
                style={{ top: `${isSplit ? (100 * (i + ROW_SHARE / 2)) / shown.length : ends[i]}%` }}
              >
                {name}
              </b>
            ))}
          </div>
        ) : null}
        {IS_SERVER ? null : (
          <input
            type="range"
            aria-label={`${areHours ? 'Hour' : 'Day'} of: ${label}`}
            aria-valuetext={said}
            min={0}
            max={last}
            value={at}
            onInput={(event: Event) => point(Number((event.target as HTMLInputElement).value))}
            onFocus={() => point(at)}
            onBlur={() => point(null)}
            onPointerMove={({ currentTarget, clientX }: PointerEvent) => {
              const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
              point(Math.min(last, Math.max(0, Math.round(((clientX - left) / width) * last))));
            }}
            onPointerLeave={() => point(null)}
          />
        )}
        <p class="days" aria-hidden="true">
          {marks.map(({ date, i }) => (
            <span key={date} style={{ left: xPercent(i, days.length) }} class={anchorOf(i, days.length)}>
              {nameOf(date)}
            </span>
          ))}
        </p>
      </div>
      <p class="said" aria-hidden="true">
        {said}
      </p>
      {isNamed ? (
        <ul class="row legend">
          {lines.map(({ name, days: own }, i) => (
            <li key={name}>
              <svg viewBox="0 0 34 4" aria-hidden="true">
                <path class={`data-${i + 1}`} d="M0 2H34" />
              </svg>{' '}
              {name}
              {own.every(({ index }) => index === null) ? <small> too few readers for a line</small> : null}
            </li>
          ))}
        </ul>
      ) : null}
      <figcaption class="hint">
        {meaning} {shadedIn(lines)}
      </figcaption>
      <NoteList notes={areHours ? [] : notes} scopes={scopes} dayOf={dayAndMonth} />
      <div class="row chart-tools">
        <SavePicture
          title={label}
          caption={meaning}
          draw={async (frame) => (await import('./picture.ts')).curvesPicture(frame, { lines, nameOf, chosen })}
        />
        {noteForm}
        <details>
          <summary>As a table</summary>
          <Table head={[areHours ? 'From' : 'Day', ...lines.map(({ name }) => [name, 'number'] as const)]}>
            {days.map(({ date }, i) => (
              <tr key={date}>
                <th scope="row">{nameOf(date)}</th>
                {lines.map((line) => (
                  <td key={line.name} class="number">
                    {typeof line.days[i]?.index === 'number' ? indexInWords(line.days[i].index, line.days) : '–'}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        </details>
      </div>
    </figure>
  );
}

function noCurve(publishedAt: string | undefined): string {
  const zone = timeZone();
  const date = today(Date.now(), zone);
  const next = clockIn(zone, toMillis(startOfDay(plusDays(date, 1), zone)));
  return publishedAt !== undefined && today(Date.parse(publishedAt), zone) >= date
    ? `Published today. The daily chart starts after ${next} if ${MIN_HISTORY_ENGAGEMENT} people read the article today. Hours with enough readers are shown below.`
    : `Not enough readers for a chart yet: it starts with the first day that has ${MIN_HISTORY_ENGAGEMENT} readers. Today is added after ${next}.`;
}
