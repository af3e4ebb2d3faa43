import { useData } from '../lib/request/query.ts';
import { timeZone } from '../lib/time.ts';
import { DateField } from '../ui/form/field.tsx';
import { dayAndMonth, isDay, plusDays, weekday } from './dates.ts';

/** Days that are seen at once; others by the field. */
const SHOWN = 14;

interface Picker {
  date: string;
  today: string;
  /** Days with changes that are not stored. */
  changed: ReadonlySet<string>;
  /** Changes whenever something was stored. */
  stored: number;
  choose: (date: string) => void;
}

/** The days ahead, with how many articles each has. */
export function DayPicker({ date, today, changed, stored, choose }: Picker) {
  const query = { from: today, to: plusDays(today, SHOWN - 1) };
  const days = useData('/manage/recommended', { query, version: stored, interval: 30_000 });
  const counts = new Map(days.value?.days.map(({ date, articles }) => [date, articles]));
  return (
    <div class="row days">
      <nav aria-label="Days">
        <ul>
          {Array.from({ length: SHOWN }, (_, i) => plusDays(today, i)).map((day) => (
            <li key={day}>
              <a
                href={`?date=${day}`}
                aria-current={day === date ? 'date' : undefined}
                onClick={(event: MouseEvent) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                  event.preventDefault();
                  choose(day);
                }}
              >
                <b>{day === today ? 'Today' : weekday(day)}</b>
                <span>{dayAndMonth(day)}</span>
                {changed.has(day) ? (
                  <i class="changed">unsaved</i>
                ) : (
                  <Count of={days.value ? (counts.get(day) ?? 0) : null} />
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p class="hint zone">Days and times here: {timeZone()}</p>
      <DateField label="Another day" value={date} change={(day) => isDay(day) && choose(day)} />
    </div>
  );
}

/** Null: not known yet. */
const Count = ({ of }: { of: number | null }) => (
  <i>
    <span aria-hidden={of ? undefined : 'true'}>{of || '–'}</span>
    {of === null ? null : (
      <span class="quiet">{of === 0 ? 'nothing selected' : of === 1 ? ' article' : ' articles'}</span>
    )}
  </i>
);
