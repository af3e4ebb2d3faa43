import { useState } from 'hono/jsx/dom';
import { announceToReaders } from '../lib/page.ts';
import { useData } from '../lib/query.ts';
import { ago, dateTimeOf, dayAndMonth, longDay, minuteOf } from '../lib/time.ts';
import { Button } from '../ui/actions.tsx';
import { Fault } from '../ui/parts.tsx';
import { SelectionChanges } from './changes.tsx';
import { PlanForm, PlannedPublication, savePlan } from './plan.tsx';
import type { EditedDay } from './use-day.ts';

interface Publish {
  day: EditedDay;
  date: string;
  today: string;
}

export function Publish({ day, date, today }: Publish) {
  const { stored, articles, planned, isPlan, isChanged, shared, isSaving, error, theirs } = day;
  const isAhead = date > today;
  const [openDate, setOpenDate] = useState('');
  const canPlan = date >= today && articles.length > 0 && (isChanged || isPlan);
  const isOpen = openDate === date && canPlan;
  const publish = async () => {
    if (await day.save())
      announceToReaders(`${isAhead ? 'Scheduled' : 'Published'}: ${articles.length} articles for ${longDay(date)}.`);
  };
  const drop = () => {
    day.drop();
    announceToReaders('Changes discarded.');
  };
  return (
    <div class="stack gap-2 after-4 publish">
      <div class="row">
        {isPlan && planned ? (
          <Button
            text="Update planned list"
            look={isOpen ? undefined : 'primary'}
            isDisabled={!isChanged || !canPlan}
            press={() => savePlan(day, date, planned.at)}
          />
        ) : (
          <button
            type="button"
            class={isOpen ? undefined : 'primary'}
            disabled={!isChanged || isSaving || theirs !== null}
            onClick={publish}
          >
            {isSaving ? 'Saving…' : isAhead ? `Publish for ${dayAndMonth(date)}` : 'Publish'}
          </button>
        )}
        {!canPlan && !planned ? null : (
          <Button
            text={isPlan ? 'Change the time…' : planned ? 'Change planned publication…' : 'Publish at a set time…'}
            isDisabled={!canPlan}
            isOpen={isOpen}
            press={() => setOpenDate(isOpen ? '' : date)}
          />
        )}
        {isChanged ? <Button text="Discard changes" isDisabled={isSaving} press={drop} /> : null}
      </div>
      {isOpen ? <PlanForm key={date} day={day} date={date} today={today} close={() => setOpenDate('')} /> : null}
      <div class="saved-state">
        <p class="hint">
          {isChanged ? (
            <>
              <span>Unpublished changes.</span>
              {isAhead && !isPlan && !isOpen ? ' If published, visible from midnight.' : ''}
            </>
          ) : isPlan && planned ? (
            `Planned for ${minuteOf(Date.parse(planned.at))}.`
          ) : (
            inState(stored, isAhead)
          )}
          {stored && stored.version > 0 ? (
            <ChangedBy date={date} version={stored.version} isAhead={isAhead} isNamed={!isChanged && !isPlan} />
          ) : null}
        </p>
        <SelectionChanges day={day} date={date} />
      </div>
      <PlannedPublication day={day} date={date} today={today} />
      {shared === null ? null : (
        <p class="hint" role="status">
          While you were editing, this day was saved by <Saver date={date} at={shared} />. The list contains their
          changes and yours.
        </p>
      )}
      <Fault text={error && `Not saved. ${error.message}`} />
    </div>
  );
}

interface ChangedByProps {
  date: string;
  version: number;
  isAhead: boolean;
  /** Whether the words before say that the list is published or scheduled. */
  isNamed: boolean;
}

function ChangedBy({ date, version, isAhead, isNamed }: ChangedByProps) {
  const [last] = useSaves(date, String(version));
  const note = isNamed && isAhead ? ' Visible to readers from midnight.' : '';
  if (!last) return <>{isNamed ? `.${note}` : ''}</>;
  return (
    <>
      {isNamed ? '' : isAhead ? ' Scheduled' : ' Published'} by {last.actor}, {ago(last.at, Date.now())}.{note}{' '}
      <a href={`/content?kind=history&of=recommended&thing=${date}`}>History</a>
    </>
  );
}

function inState(stored: EditedDay['stored'], isAhead: boolean): string {
  if (!stored) return ' ';
  if (stored.version === 0) return 'There is no selection for this day yet.';
  return `${isAhead ? 'Scheduled' : 'Published'} (version ${stored.version})`;
}

const MAX_SAVES = 10;

/** Returns the editors who saved a day's selection and the times, latest first. Reloads when `version` changes. */
function useSaves(date: string, version: string): { actor: string; at: number }[] {
  const query = { kind: 'recommended', ref: date, limit: MAX_SAVES };
  const { value } = useData('/manage/audit', { query, version });
  return value?.entries.map(({ actor, at }) => ({ actor, at: Date.parse(at) })) ?? [];
}

export function Saver({ date, at }: { date: string; at: string }) {
  const save = useSaves(date, at).find((one) => one.at === Date.parse(at));
  return <>{save ? `${save.actor}, ${dateTimeOf(save.at)}` : 'someone else'}</>;
}
