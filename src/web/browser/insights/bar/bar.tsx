import { type Cell, toCsv } from '../../lib/csv.ts';
import type { Query } from '../../lib/request.ts';
import { timeOf } from '../../lib/time.ts';
import { Button } from '../../ui/actions.tsx';
import { Switch } from '../../ui/form/field.tsx';
import type { Session } from '../view.ts';
import type { Window } from './calendar-fields.tsx';
import { Share } from './share.tsx';

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
  /** What is seen, for a spreadsheet; null: nothing yet. */
  table: Table | null;
  /** What the view asks, as path and query below `/api/v2/`, so that it can be shared. */
  share?: string;
}

/** How fresh the view is, and what can be done with it as a whole. */
export function ViewBar({ of, session: { paused, pause }, window, table, share }: Bar) {
  const range = window && 'from' in window ? window : null;
  const days = range ? `${range.from}-${range.to}` : new Date().toISOString().slice(0, 10);
  return (
    <div class="row bar">
      <p>
        <i class={range || paused || of.error ? 'dot' : 'dot live'} aria-hidden="true" />
        {of.at ? `Updated ${timeOf(of.at)}` : of.error ? 'Not loaded' : 'Loading'}
        {range ? null : <span>{paused ? 'paused' : 'refreshes automatically'}</span>}
      </p>
      {range ? null : <Button text={paused ? 'Resume' : 'Pause'} press={() => pause(!paused)} />}
      <Button text="Export CSV" isDisabled={!table} press={() => table && save(table, days)} />
      {share ? <Share view={share} /> : null}
    </div>
  );
}

/** Gives the reader the table as a file. */
function save({ name, rows }: Table, days: string): void {
  const address = URL.createObjectURL(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: `newsgauge-${name}-${days}.csv` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export const RiskSwitch = ({ view, change }: Session) => (
  <Switch label="Risk management only" on={view.risk === '1'} change={(on) => change({ risk: on ? '1' : '' })} />
);
