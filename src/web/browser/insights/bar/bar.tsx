import { INSTEAD, PAST_DAYS } from '../../../../rankings/math/figures/headed.ts';
import { type Cell, toCsv } from '../../lib/csv.ts';
import { saveFile } from '../../lib/file.ts';
import type { Query } from '../../lib/query.ts';
import { may, request, useSession } from '../../lib/request.ts';
import { type Dates, rangeInWords, timeOf } from '../../lib/time.ts';
import { known, optionsOf } from '../../lib/words.ts';
import { Button, showOnce } from '../../ui/actions.tsx';
import { DateField, Segments, SelectField, Switch } from '../../ui/form/field.tsx';
import { againstInWords } from '../stories/words.ts';
import type { InsightsView, Session } from '../view.ts';
import { choosable, datesOf, growthDays, NAMED, type Named } from './calendar.ts';

/** Of the last seven days where nothing else is asked for. */
const isPeriod = (named: Named): named is '24h' | '7d' => named === '24h' || named === '7d';

/** What a view is asked of, as parameters of the API: a period, or the two days of a range. */
export type Window = { period: '24h' | '7d' } | Dates;

type Days = Pick<InsightsView, 'period' | 'from' | 'to'>;
interface OfDays {
  view: Days;
  change: (part: Partial<Days>) => void;
}

const namedOf = ({ view }: Pick<OfDays, 'view'>, without: readonly Named[]): Named => {
  const named = known(NAMED, view.period || '7d');
  return without.includes(named) ? '7d' : named;
};

/** The window of the view; of names that it does not know, the last seven days. */
export function windowOf(session: Pick<OfDays, 'view'>, without: readonly Named[] = []): Window {
  const named = namedOf(session, without);
  return isPeriod(named) ? { period: named } : datesOf(named, session.view, Date.now());
}

/** Names of what is too short for growth. */
export const TOO_SHORT = ['24h', 'yesterday'] as const;

/** The window of a view of growth, and whether it is longer than the one that was chosen. */
export function growthWindowOf(session: Pick<OfDays, 'view'>): { window: Window; isLonger: boolean } {
  const chosen = windowOf(session);
  const window = 'from' in chosen && growthDays(chosen, Date.now());
  if (!window) return { window: { period: '7d' }, isLonger: false };
  return { window, isLonger: window.from !== chosen.from || window.to !== chosen.to };
}

/** The days of a range; null: those of a period are the last ones. */
export const chosenOf = (window: Window): Dates | null => ('from' in window ? window : null);

/** The days of a range in words; nothing of a period, whose name says it. */
export const windowInWords = (window: Window): string | undefined =>
  'from' in window ? rangeInWords(window) : undefined;

/** A choice of days by their names, and of any two dates. */
export function Calendar({ session, without = [] }: { session: OfDays; without?: readonly Named[] }) {
  const { view, change } = session;
  const named = namedOf(session, without);
  const window = windowOf(session, without);
  const options = NAMED.filter(([name]) => !without.includes(name));
  const dates = 'from' in window ? window : datesOf('dates', view, Date.now());
  const [first, last] = choosable(Date.now());
  const choose = (period: string) => change({ period, ...(period === 'dates' ? dates : { from: '', to: '' }) });
  const set = (part: Partial<Dates>) => {
    // A field that is being typed into is empty for a while.
    if (Object.values(part).every(Boolean)) change({ ...dates, ...part });
  };
  return (
    <div class="row bottom calendar">
      <SelectField label="Days" value={named} options={options} change={choose} />
      {named === 'dates' ? (
        <>
          <DateField label="From" value={dates.from} range={[first, dates.to]} change={(from) => set({ from })} />
          <DateField label="To" value={dates.to} range={[dates.from, last]} change={(to) => set({ to })} />
        </>
      ) : null}
    </div>
  );
}

const AGAINST = optionsOf({ before: 'The days before', year: 'A year ago' });

/** What a window is compared with: as a parameter of the API (of a range only), in words, and as a choice. */
export function comparison({ view, set }: Session, window: Window) {
  if ('period' in window)
    return { query: {}, words: `the ${window.period === '24h' ? '24 hours' : 'week'} before`, choice: null };
  const against = known(AGAINST, view.against);
  return {
    query: { against },
    words: againstInWords(against, window),
    choice: <Segments label="Compared with" name="against" value={against} options={AGAINST} choose={set('against')} />,
  };
}

/** The past days whose growth a view shows, at least as many as growth needs; null: it shows that of the last seven days. */
export function pastOf(session: Session) {
  const { window, isLonger } = growthWindowOf(session);
  if (!('from' in window)) return null;
  const { query, words, choice } = comparison(session, window);
  const instead = session.href({ period: '7d', from: '', to: '' });
  return { query: { ...window, ...query }, against: words, choice, days: windowInWords(window), isLonger, instead };
}
export type Past = ReturnType<typeof pastOf>;

/** Which past days are compared, what is not known of them, and where to look for it instead. */
export const PastDays = ({ days, against, isLonger, instead }: NonNullable<Past>) => (
  <p class="hint">
    {days} against {against}. {PAST_DAYS} <a href={instead}>{INSTEAD}</a>
    {isLonger ? ' Growth needs seven days at least, so more were taken than you chose.' : null}
  </p>
);

const FIELDS = [
  { name: 'name', label: 'Name', hint: 'Who it is for', type: 'text' },
  { name: 'days', label: 'Days', type: 'number' },
] as const;

/** Makes a link that shows a view (path and query below `/api/v2/`) to people without a key. */
export function Share({ view }: { view: string }) {
  const { session } = useSession();
  if (!may(session, 'share')) return null;
  const share = async () =>
    (await import('../../ui/form/form.tsx')).openForm({
      title: 'Share this view',
      about:
        'Anyone with the link sees this view with its current data, and nothing else. You can end it under “Your account”.',
      act: 'Create link',
      fields: FIELDS,
      initial: { name: '', days: '30' },
      send: (values) =>
        request<{ link: string }>('/manage/shares', { method: 'POST', body: { name: '', ...values, view } }),
      done: ({ link }) => showOnce({ Link: link }),
    });
  return <Button text="Share" press={share} />;
}

export interface Table {
  /** Part of the file's name. */
  name: string;
  /** With the line of headings first. */
  rows: Cell[][];
}

interface Bar {
  of: Query<unknown>;
  session: Session;
  /** The days of the view; those of a range are over, and do not change. */
  window?: Window;
  /** What is seen, for a spreadsheet; null: nothing yet. `dated`: of when it is; left out: of the days of the view, or of now. */
  table: Table | null;
  dated?: Dated;
  /** What the view asks, as path and query below `/api/v2/`, so that it can be shared. */
  share?: string | undefined;
}

/** How fresh the view is, and what can be done with it as a whole. */
export function ViewBar({ of, session: { paused, pause }, window, table, dated, share }: Bar) {
  const range = window && 'from' in window ? window : null;
  const days = range ? `${range.from}-${range.to}` : new Date().toISOString().slice(0, 10);
  return (
    <div class="row bar">
      <p>
        <i class={range || paused || of.error ? 'dot' : 'dot good'} aria-hidden="true" />
        {of.at ? `Updated ${timeOf(of.at)}` : of.error ? 'Not loaded' : 'Loading'}
        {range ? null : <span>{paused ? 'paused' : 'refreshes automatically'}</span>}
      </p>
      {range ? null : <Button text={paused ? 'Resume' : 'Pause'} press={() => pause(!paused)} />}
      <Button
        text="Export CSV"
        isDisabled={!table}
        press={() => table && saveTable(table, days, dated ?? range ?? { asOf: of.at })}
      />
      {share ? <Share view={share} /> : null}
    </div>
  );
}

/** Days in UTC, or, of what moves on, until when it was known. */
type Dated = Partial<Dates> & { asOf?: number | string | null };

/** Gives the reader the table as a file, whose lines say of when they are. `days`: part of its name. */
export const saveTable = ({ name, rows }: Table, days: string, of: Dated): void =>
  saveFile(new Blob([toCsv(withDates(rows, of))], { type: 'text/csv;charset=utf-8' }), `newsgauge-${name}-${days}.csv`);

/** The headings are the first line, and that behind an empty one. */
function withDates(rows: Cell[][], { from, to, asOf }: Dated): Cell[][] {
  const when = { from, to, asOf: asOf && new Date(asOf).toISOString() };
  const isHeading = (i: number) => i === 0 || rows[i - 1]?.length === 0;
  return rows.map((row, i) =>
    row.length === 0 ? row : [...row, ...(isHeading(i) ? Object.keys(when) : Object.values(when))],
  );
}

export const RiskSwitch = ({ view, change }: Session) => (
  <Switch label="Risk management only" on={view.risk === '1'} change={(on) => change({ risk: on ? '1' : '' })} />
);
