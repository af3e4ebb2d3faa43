import { useState } from 'hono/jsx/dom';
import { request } from '../lib/request.ts';
import { fromLocal, longDay, minuteOf, timeZone, toLocal } from '../lib/time.ts';
import { formatCount } from '../lib/words.ts';
import { Button, showToast, useAction } from '../ui/actions.tsx';
import { Fault } from '../ui/parts.tsx';
import type { EditedDay } from './use-day.ts';

interface Props {
  day: EditedDay;
  date: string;
  today: string;
}

const MORNING = '08:00';
const HOUR_MS = 3_600_000;

/** Suggests the next full hour for today, and a time in the morning for later days. */
function suggestedTime(date: string, today: string): string {
  if (date > today) return MORNING;
  const local = toLocal(new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString());
  return local.startsWith(date) ? local.slice(11, 16) : '23:59';
}

const pathOf = (date: string): string => `/manage/recommended/${date}/plan`;

/** Shows the planned publication of the day, and plans the publication of the unpublished list. */
export function PlannedPublication({ day, date, today }: Props) {
  const { planned } = day;
  const cancel = async () => {
    await request(pathOf(date), { method: 'DELETE' });
    day.reload();
    const { articles, at } = planned ?? { articles: [], at: '' };
    const body = { articles: articles.map(({ contentId }) => contentId), at };
    showToast('The planned publication is cancelled.', async () => {
      await request(pathOf(date), { method: 'PUT', body });
      day.reload();
    });
  };
  if (date < today) return null;
  return (
    <>
      {planned ? (
        <div class="notice planned" role="status">
          <p>
            <b>
              {formatCount(planned.articles.length, 'article')} will be published at {minuteOf(Date.parse(planned.at))}
            </b>{' '}
            ({timeZone()}), planned by {planned.actor}. Readers see the present list until then.
          </p>
          <div class="row before-2">
            <Button text="Edit planned list" press={() => day.edit(planned.articles)} />
            <Button text="Cancel publication" press={cancel} />
          </div>
        </div>
      ) : null}
      {day.isChanged && day.articles.length > 0 ? <PlanForm day={day} date={date} today={today} /> : null}
    </>
  );
}

function PlanForm({ day, date, today }: Props) {
  const [time, setTime] = useState(suggestedTime(date, today));
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, run] = useAction(({ faults, message }) => setFault(faults.at ? `The time ${faults.at}.` : message));
  const plan = () =>
    run(async () => {
      setFault(null);
      const body = { articles: day.articles.map(({ contentId }) => contentId), at: fromLocal(`${date}T${time}:00`) };
      await request(pathOf(date), { method: 'PUT', body });
      day.drop();
      day.reload();
      showToast(`Planned for ${longDay(date)}, ${time}.`);
    });
  return (
    <details class="plan">
      <summary>{day.planned ? 'Change the planned publication' : 'Publish at a set time'}</summary>
      <div class="row bottom before-2">
        <label class="text">
          Time ({timeZone()})
          <input
            type="time"
            value={time}
            required
            onInput={(event: Event) => setTime((event.target as HTMLInputElement).value)}
          />
        </label>
        <button type="button" disabled={isBusy || time === '' || day.theirs !== null} onClick={plan}>
          Plan publication
        </button>
      </div>
      <Fault text={fault} />
    </details>
  );
}
