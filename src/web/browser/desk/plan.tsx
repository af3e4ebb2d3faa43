import { useState } from 'hono/jsx/dom';
import { request } from '../lib/request.ts';
import { fromLocal, localInWords, longDay, minuteOf, timeZone, toLocal } from '../lib/time.ts';
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

/** Plans the publication of the list, or replaces the plan of the day. */
export async function savePlan(day: EditedDay, date: string, at: string): Promise<void> {
  const body = { articles: day.articles.map(({ contentId }) => contentId), at };
  await request(pathOf(date), { method: 'PUT', body });
  day.drop(day.articles);
  day.reload();
  showToast(`Planned for ${longDay(date)}, ${minuteOf(Date.parse(at))}.`);
}

/** Shows the planned publication of the day. */
export function PlannedPublication({ day, date, today }: Props) {
  const { planned, isPlan } = day;
  const cancel = async () => {
    await request(pathOf(date), { method: 'DELETE' });
    // The articles stay on the desk as an unpublished list.
    if (isPlan) day.editFrom({ version: 0, articles: [] }, day.articles);
    day.reload();
    const { articles, at } = planned ?? { articles: [], at: '' };
    const body = { articles: articles.map(({ contentId }) => contentId), at };
    showToast('The planned publication is cancelled.', async () => {
      await request(pathOf(date), { method: 'PUT', body });
      if (isPlan) day.drop();
      day.reload();
    });
  };
  if (date < today || !planned) return null;
  return (
    <div class="notice planned" role="status">
      <p>
        <b>
          {formatCount(planned.articles.length, 'article')} will be published at {minuteOf(Date.parse(planned.at))}
        </b>{' '}
        ({timeZone()}), planned by {planned.actor}.{' '}
        {isPlan ? 'Until then, this day has no published list.' : 'Readers see the present list until then.'}
      </p>
      <div class="row before-2">
        {isPlan ? null : <Button text="Edit planned list" press={() => day.edit(planned.articles)} />}
        <Button text="Cancel publication" press={cancel} />
      </div>
    </div>
  );
}

export function PlanForm({ day, date, today, close }: Props & { close: () => void }) {
  const { planned } = day;
  const [time, setTime] = useState(planned ? toLocal(planned.at).slice(11, 16) : suggestedTime(date, today));
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, run] = useAction(({ faults, message }) => setFault(faults.at ? `The time ${faults.at}.` : message));
  const plan = () =>
    run(async () => {
      setFault(null);
      await savePlan(day, date, fromLocal(`${date}T${time}:00`));
      close();
    });
  return (
    <div class="plan">
      <div class="row bottom">
        <label class="text">
          Time ({timeZone()})
          <input
            type="time"
            value={time}
            required
            onInput={(event: Event) => setTime((event.target as HTMLInputElement).value)}
          />
        </label>
        <button type="button" class="primary" disabled={isBusy || time === '' || day.theirs !== null} onClick={plan}>
          Plan publication
        </button>
      </div>
      {time === '' ? null : (
        <p class="hint">
          If planned, visible from {localInWords(`${date}T${time}`)} ({timeZone()}).
        </p>
      )}
      <Fault text={fault} />
    </div>
  );
}
