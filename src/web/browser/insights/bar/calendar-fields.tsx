import { known } from '../../lib/options.ts';
import { dateOf } from '../../lib/time.ts';
import { DateField, SelectField } from '../../ui/form/field.tsx';
import type { InsightsView } from '../view.ts';
import { atLeast, choosable, type Dates, datesOf, NAMED, type Named } from './calendar.ts';

/** Of the last seven days where nothing else is asked for. */
const isPeriod = (named: Named): named is '24h' | '7d' => named === '24h' || named === '7d';

/** What a view is asked of, as parameters of the API: a period, or the two days of a range. */
export type Window = { period: '24h' | '7d' } | Dates;

type Days = Pick<InsightsView, 'period' | 'from' | 'to'>;
interface Session {
  view: Days;
  change: (part: Partial<Days>) => void;
}

const namedOf = ({ view }: Pick<Session, 'view'>, without: readonly Named[]): Named => {
  const named = known(NAMED, view.period || '7d');
  return without.includes(named) ? '7d' : named;
};

/** The window of the view; of names that it does not know, the last seven days. */
export function windowOf(session: Pick<Session, 'view'>, without: readonly Named[] = []): Window {
  const named = namedOf(session, without);
  return isPeriod(named) ? { period: named } : datesOf(named, session.view, Date.now());
}

/** Days of the shortest range that has growth, and names of shorter ones. */
const LEAST = 7;
export const TOO_SHORT = ['24h', 'yesterday'] as const;

/** The window of a view of growth, and whether it is longer than the one that was chosen. */
export function growthWindowOf(session: Pick<Session, 'view'>): { window: Window; isLonger: boolean } {
  const chosen = windowOf(session, TOO_SHORT);
  if (!('from' in chosen)) return { window: chosen, isLonger: false };
  const window = atLeast(LEAST, chosen, Date.now());
  return { window, isLonger: window.from !== chosen.from || window.to !== chosen.to };
}

/** The days of a range in words; nothing of a period, whose name says it. */
export const windowInWords = (window: Window): string | undefined =>
  'from' in window ? `${dateOf(window.from)} to ${dateOf(window.to)} (UTC)` : undefined;

/** A choice of days by their names, and of any two dates. */
export function Calendar({ session, without = [] }: { session: Session; without?: readonly Named[] }) {
  const { view, change } = session;
  const named = namedOf(session, without);
  const window = windowOf(session, without);
  const options = NAMED.filter(([name]) => !without.includes(name));
  const dates = 'from' in window ? window : datesOf('dates', view, Date.now());
  const range = choosable(Date.now());
  const choose = (period: string) => change({ period, ...(period === 'dates' ? dates : { from: '', to: '' }) });
  const set = (part: Partial<Dates>) => {
    // A field that is being typed into is empty for a while.
    if (Object.values(part).every(Boolean)) change({ ...dates, ...part });
  };
  return (
    <div class="row calendar">
      <SelectField label="Days" value={named} options={options} change={choose} />
      {named === 'dates' ? (
        <>
          <DateField label="From" value={dates.from} range={range} change={(from) => set({ from })} />
          <DateField label="To" value={dates.to} range={range} change={(to) => set({ to })} />
        </>
      ) : null}
    </div>
  );
}
