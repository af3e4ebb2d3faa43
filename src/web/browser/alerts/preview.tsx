import type { DataOf } from '../lib/request/request.ts';
import { dateOf, dateTimeOf } from '../lib/time.ts';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states.tsx';
import { EVENT_NAMES, eventText } from './events.ts';

/** Alerts of the last two weeks: what a webhook would have been sent. */
export const Preview = ({ recordedSince, alarms: alerts }: DataOf<'/manage/alerts/preview'>) => {
  const isPartly = alerts.some(({ basis }) => basis === 'recomputed');
  return (
    <Section id="preview" title="The last two weeks" note="what would have been sent">
      <p class="hint">
        {recordedSince
          ? `Recorded since ${dateTimeOf(Date.parse(recordedSince))}, even if there was no webhook.`
          : 'Nothing has been recorded yet: alerts are looked for every five minutes.'}
        {isPartly
          ? ' Earlier ones, marked “recomputed”, are found in the stored days and cover only the top ten: growth and rising stories can’t be recomputed.'
          : ''}
      </p>
      {alerts.length === 0 ? (
        <Empty title="No alert in two weeks">
          Alerts about the top ten need a week of clicks, and growth needs two.
        </Empty>
      ) : (
        <ol class="alert-list">
          {alerts.map(({ at, type, subject, data, basis }) => (
            <li key={`${at} ${type} ${subject}`}>
              <time dateTime={at}>{basis === 'recomputed' ? dateOf(at.slice(0, 10)) : dateTimeOf(Date.parse(at))}</time>
              <span dir="auto">{eventText(type, data)}</span>
              <small>
                {EVENT_NAMES[type]}
                {basis === 'recomputed' ? ' · recomputed' : ''}
              </small>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
};
