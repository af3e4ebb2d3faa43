import type { Child } from 'hono/jsx/dom';
import { PAST_DAYS, SEE_WEEK } from '../../../../rankings/math/figures/change-headings.ts';
import type { Cell } from '../../lib/csv.ts';
import type { Query } from '../../lib/query.ts';
import { IS_SERVER, may, useSession } from '../../lib/request.ts';
import { type Dates, rangeInWords, timeOf, timeZone, today } from '../../lib/time.ts';
import { optionOrFirst, optionsOf } from '../../lib/words.ts';
import { Button } from '../../ui/actions.tsx';
import { DateField, Segments, SelectField, Switch } from '../../ui/form/field.tsx';
import { againstInWords } from '../stories/rank-words.ts';
import type { InsightsSession, InsightsView } from '../view.ts';
import { choosable, completeDaysOf, growthDays, NAMED_PERIODS, type NamedPeriod } from './calendar.ts';
import type { SharedView } from './share.tsx';

/** Menu of actions that are needed less often. */
export const More = ({ children }: { children: Child }) => (
  <details class="more-tools">
    <summary aria-label="More">⋯</summary>
    <div class="stack gap-2">{children}</div>
  </details>
);

export const Tools = ({ look = '', children }: { look?: string; children: Child }) =>
  IS_SERVER ? null : <div class={`row tools ${look}`}>{children}</div>;

const isPeriod = (named: NamedPeriod): named is '24h' | '7d' => named === '24h' || named === '7d';

export type Window = { period: '24h' | '7d' } | Dates;

type Days = Pick<InsightsView, 'period' | 'from' | 'to'>;
interface OfDays {
  view: Days;
  change: (part: Partial<Days>) => void;
}

const namedOf = (
  { view }: Pick<OfDays, 'view'>,
  without: readonly NamedPeriod[],
  usual: NamedPeriod = '7d',
): NamedPeriod => {
  const named = optionOrFirst(NAMED_PERIODS, view.period || usual);
  return without.includes(named) ? usual : named;
};

/** Returns the days of a view. `usual` is the period of a view for which none was chosen. */
export function daysOfView(
  session: Pick<OfDays, 'view'>,
  without: readonly NamedPeriod[] = [],
  usual?: NamedPeriod,
): Window {
  const named = namedOf(session, without, usual);
  return isPeriod(named) ? { period: named } : completeDaysOf(named, session.view, Date.now());
}

export const PERIODS_WITHOUT_GROWTH = ['24h', 'yesterday'] as const;

/** Returns the days for which growth is shown, and whether the chosen days had to be extended. */
export function growthWindowOf(session: Pick<OfDays, 'view'>): { window: Window; isLonger: boolean } {
  const chosen = daysOfView(session);
  const window = 'from' in chosen && growthDays(chosen, Date.now());
  if (!window) return { window: { period: '7d' }, isLonger: false };
  return { window, isLonger: window.from !== chosen.from || window.to !== chosen.to };
}

export const chosenOf = (window: Window): Dates | null => ('from' in window ? window : null);

export const windowInWords = (window: Window): string | undefined =>
  'from' in window ? rangeInWords(window) : undefined;

interface CalendarProps {
  session: OfDays;
  without?: readonly NamedPeriod[];
  usual?: NamedPeriod;
}

export function Calendar({ session, without = [], usual = '7d' }: CalendarProps) {
  const { view, change } = session;
  const named = namedOf(session, without, usual);
  const window = daysOfView(session, without, usual);
  const options = NAMED_PERIODS.filter(([name]) => !without.includes(name));
  const dates = 'from' in window ? window : completeDaysOf('dates', view, Date.now());
  const [first, last] = choosable(Date.now());
  const choose = (period: string) =>
    change({ period: period === usual ? '' : period, ...(period === 'dates' ? dates : { from: '', to: '' }) });
  const set = (part: Partial<Dates>) => {
    // A date field is empty while the user types into it.
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

const COMPARISON_OPTIONS = optionsOf({ before: 'The days before', year: 'A year ago' });

export function comparison({ view, set }: InsightsSession, window: Window) {
  if ('period' in window)
    return { query: {}, words: `the ${window.period === '24h' ? '24 hours' : 'week'} before`, choice: null };
  const against = optionOrFirst(COMPARISON_OPTIONS, view.against);
  return {
    query: { against },
    words: againstInWords(against, window),
    choice: (
      <Segments
        label="Compared with"
        name="against"
        value={against}
        options={COMPARISON_OPTIONS}
        choose={set('against')}
      />
    ),
  };
}

/** Describes the past days of a growth view, or returns `null` for the last seven days. */
export function pastOf(session: InsightsSession) {
  const { window, isLonger } = growthWindowOf(session);
  if (!('from' in window)) return null;
  const { query, words, choice } = comparison(session, window);
  const instead = session.href({ period: '', from: '', to: '' });
  return { query: { ...window, ...query }, against: words, choice, days: windowInWords(window), isLonger, instead };
}
export type Past = ReturnType<typeof pastOf>;

export const PastDays = ({ days, against, isLonger, instead }: NonNullable<Past>) => (
  <p class="hint">
    {days} against {against}. {PAST_DAYS} {IS_SERVER ? null : <a href={instead}>{SEE_WEEK}</a>}
    {isLonger ? ' Growth needs at least seven days, so the period was extended.' : null}
  </p>
);

interface ShareProps {
  /** View to share, or a function that loads its description. It returns `null` if the view cannot be shared. */
  view: string | (() => Promise<SharedView | null>);
  /** Name of the part of the page that is shared. Undefined for the whole page. */
  part?: string;
  /** Whether there is nothing to share, because loading fails. */
  isDisabled?: boolean;
}

export function ShareButton({ view, part, isDisabled = false }: ShareProps) {
  if (IS_SERVER) return null;
  const { session } = useSession();
  if (!may(session, 'share')) return null;
  const share = async () => {
    const shared = typeof view === 'string' ? { view } : await view();
    if (shared) await (await import('./share.tsx')).openShareForm(shared, session);
  };
  const ofPart = part === undefined ? {} : { look: 'link' as const, label: `Share ${part}` };
  return <Button text="Share" press={share} isDisabled={isDisabled} {...ofPart} />;
}

export interface TableButton {
  name: string;
  rows: Cell[][];
}

interface Bar {
  of: Query<unknown>;
  /** Control left of the menu. */
  before?: Child;
  /** Rarely needed controls, which the menu contains. */
  more?: Child;
  session: InsightsSession;
  /** Days that the view covers. The data of a date range no longer changes, because its days have passed. */
  window?: Window;
  table: TableButton | null;
  dated?: Dated;
  share?: ShareProps['view'] | undefined;
}

/** Menu of a view, and the button that shares it. */
export function ViewBar({ of, before, more, session: { paused, pause }, window, table, dated, share }: Bar) {
  const range = window && 'from' in window ? window : null;
  const days = range ? `${range.from}-${range.to}` : today(Date.now(), timeZone());
  return (
    <div class="row bar">
      {before}
      <More>
        <p class="hint">
          {of.at ? `Updated ${timeOf(of.at)}` : of.error ? 'Not loaded' : 'Loading'}
          {range ? '' : paused ? ' · paused' : ' · refreshes automatically'}
        </p>
        {more}
        {range ? null : <Button text={paused ? 'Resume' : 'Pause'} press={() => pause(!paused)} />}
        <Button
          text="Export CSV"
          isDisabled={!table}
          press={() => table && saveTable(table, days, dated ?? range ?? { asOf: of.at })}
        />
      </More>
      {share ? <ShareButton view={share} isDisabled={of.error !== null} /> : null}
    </div>
  );
}

type Dated = Partial<Dates> & { asOf?: number | string | null };

/** Downloads the table as CSV. Additional columns contain the date range or the time of the data. */
export async function saveTable({ name, rows }: TableButton, days: string, of: Dated): Promise<void> {
  const [{ saveFile }, { toExcelCsv }] = await Promise.all([import('../../lib/file.ts'), import('../../lib/csv.ts')]);
  const table = new Blob([toExcelCsv(withDates(rows, of))], { type: 'text/csv;charset=utf-8' });
  saveFile(table, `newsgauge-${name}-${days}.csv`);
}

function withDates(rows: Cell[][], { from, to, asOf }: Dated): Cell[][] {
  const when = { from, to, asOf: asOf && new Date(asOf).toISOString() };
  const isHeading = (i: number) => i === 0 || rows[i - 1]?.length === 0;
  return rows.map((row, i) =>
    row.length === 0 ? row : [...row, ...(isHeading(i) ? Object.keys(when) : Object.values(when))],
  );
}

/** Says that the view covers only risk management, and removes this filter. The switch itself is in the menu. */
export const RiskFilter = ({ view, change }: InsightsSession) =>
  view.risk === '1' ? (
    <Button
      text="Risk management only ×"
      label="Risk management only ×: show all content"
      press={() => change({ risk: '' })}
    />
  ) : null;

export const RiskSwitch = ({ view, change }: InsightsSession) => (
  <Switch label="Risk management only" on={view.risk === '1'} change={(on) => change({ risk: on ? '1' : '' })} />
);
