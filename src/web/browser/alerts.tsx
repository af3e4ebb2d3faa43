import { useState } from 'hono/jsx/dom';
import { ALERT_OPTIONS, ALERT_RULES, type EventType, eventText } from './alerts/events.ts';
import { editWebhook, Log, WebhookRow } from './alerts/webhooks.tsx';
import { TopicSpark } from './insights/charts/sparkline.tsx';
import { insightsHref } from './insights/view.ts';
import { useData } from './lib/query.ts';
import { type DataOf, request } from './lib/request.ts';
import { dateOf, dateTimeOf, timeZone, today } from './lib/time.ts';
import { Button, FoldButton, showToast } from './ui/actions.tsx';
import { SentForm } from './ui/form/form.tsx';
import { type InputField, toValues } from './ui/form/values.ts';
import { mountSignedInPage } from './ui/mount-page.tsx';
import { useOnboarding } from './ui/onboarding.tsx';
import { areLoaded, Empty, Loaded, Section, Skeleton } from './ui/parts.tsx';

function Preview({ recordedSince, alarms: alerts }: DataOf<'/manage/alerts/preview'>) {
  const isPartly = alerts.some(({ basis }) => basis === 'recomputed');
  const [isWhole, setWhole] = useState(false);
  return (
    <Section
      id="preview"
      title="The last two weeks"
      note="alerts that would have been sent, and the 28 days up to them"
    >
      {alerts.length === 0 ? (
        <Empty title="No alert in two weeks">
          Alerts about the top ten need one week of clicks. Alerts about growth need two.
        </Empty>
      ) : (
        <>
          <ol class="alert-list">
            {alerts.slice(0, isWhole ? alerts.length : SHOWN_ALERTS).map(({ at, type, subject, data, basis }) => (
              <li key={`${at} ${type} ${subject}`}>
                <AlertMark of={type} />
                <time dateTime={at}>
                  {basis === 'recomputed' ? dateOf(today(Date.parse(at), timeZone())) : dateTimeOf(Date.parse(at))}
                </time>
                <AlertText type={type} data={data} />
                {isOfTopic(data) ? <TopicSpark {...data.topic} until={today(Date.parse(at), timeZone())} /> : <i />}
              </li>
            ))}
          </ol>
          {alerts.length > SHOWN_ALERTS ? (
            <FoldButton isWhole={isWhole} setWhole={setWhole} more={`Show all ${alerts.length}`} />
          ) : null}
        </>
      )}
      <details class="hint before-4">
        <summary>How to read the list</summary>
        <p>
          {recordedSince
            ? sinceInWords(recordedSince, isPartly)
            : 'Nothing recorded yet. newsgauge checks every five minutes.'}{' '}
          Figures are those at the time of the alert. Ranks are positions in Trending over the seven days before it.
          {isPartly
            ? ' Dates without a time are derived from stored daily data. They cover only the top ten, because growth and rising stories can’t be recomputed.'
            : ''}
        </p>
      </details>
    </Section>
  );
}

/** Alerts from before the first check are derived from stored daily data. */
function sinceInWords(since: string, isPartly: boolean): string {
  const at = dateTimeOf(Date.parse(since));
  return isPartly
    ? `Older than ${at}: derived from stored daily data. Newer: recorded, even without a webhook.`
    : `Recorded since ${at}, even without a webhook.`;
}

/** Text of an alert, in which the name of its topic leads to the topic. */
function AlertText({ type, data }: { type: EventType; data: Record<string, unknown> }) {
  const text = eventText(type, data);
  const isLinked = isOfTopic(data) && text.startsWith(data.topic.name);
  if (!isLinked) return <span dir="auto">{text}</span>;
  const { id, name } = data.topic;
  return (
    <span dir="auto">
      <a href={insightsHref({ topic: String(id) })}>{name}</a>
      {text.slice(name.length)}
    </span>
  );
}

/** Alerts that the page shows at first. Each has a chart, which needs its own request. */
const SHOWN_ALERTS = 5;

const MARKS: Partial<Record<EventType, [mark: string, look: string]>> = {
  'topic.entered_top_ten': ['▲', 'good'],
  'topic.grows': ['▲', 'good'],
  'article.rising': ['▲', 'good'],
  'topic.left_top_ten': ['▼', 'bad'],
  'engagement.falls': ['▼', 'bad'],
};

/** Marks an alert as a rise, as a fall or as neither. The text of the alert says the same. */
function AlertMark({ of }: { of: EventType }) {
  const [mark, look] = MARKS[of] ?? ['!', 'warn'];
  return (
    <span class={`alert-mark ${look}`} aria-hidden="true">
      {mark}
    </span>
  );
}

const isOfTopic = (data: Record<string, unknown>): data is { topic: { id: number; name: string } } =>
  typeof data.topic === 'object' && data.topic !== null && 'id' in data.topic;

const FIELDS: InputField[] = [
  { name: 'types', label: 'Alert when', type: 'several', options: ALERT_OPTIONS, notes: ALERT_RULES },
  {
    name: 'oncePerDay',
    label: 'At most one alert per topic and day',
    hint: 'Further alerts are sent the next day if they still apply',
    type: 'switch',
  },
  {
    name: 'quiet',
    label: 'Quiet hours',
    hint: `${timeZone()} time. Alerts that still apply are sent when quiet hours end`,
    type: 'hours',
  },
];

const Settings = ({ of, reload }: { of: DataOf<'/manage/alerts'>; reload: () => void }) => (
  <Section
    id="settings"
    title="Which alerts"
    end={<a href="/docs/guides/alerts#conditions-for-alerts">Exact conditions</a>}
  >
    <SentForm
      class="narrow alert-settings"
      act="Save"
      busy="Saving…"
      fields={FIELDS}
      initial={toValues(FIELDS, of)}
      isStored
      send={(values) => request('/manage/alerts', { method: 'PUT', body: { quiet: null, ...values } })}
      done={() => {
        showToast('Alert settings saved.');
        reload();
      }}
    />
  </Section>
);

function Alerts() {
  const webhooks = useData('/manage/webhooks');
  const settings = useData('/manage/alerts');
  const preview = useData('/manage/alerts/preview');
  const [opened, open] = useState<number | null>(null);
  const { steps, isLoading } = useOnboarding(preview.value?.alarms.length === 0, 'readers');
  if (isLoading || !areLoaded(webhooks, settings, preview)) return <Skeleton lines={28} />;
  const create = <Button text="New webhook" look="primary" press={() => editWebhook(null, webhooks.reload)} />;
  const shown = webhooks.value?.webhooks.find(({ id }) => id === opened);
  return (
    <div class="stack sections alerts">
      <Section id="webhooks" title="Webhooks" end={webhooks.value?.webhooks.length === 0 ? null : create}>
        <Loaded of={webhooks} what="the webhooks" lines={6}>
          {({ webhooks: all }) =>
            all.length === 0 ? (
              <div class="card row between no-webhook">
                <Empty title="No webhook yet">
                  Send alerts to a Slack or Teams channel, or to one of your services.
                </Empty>
                {create}
              </div>
            ) : (
              <ul class="webhooks">
                {all.map((webhook) => (
                  <WebhookRow
                    key={webhook.id}
                    of={webhook}
                    isOpen={webhook.id === opened}
                    open={() => open(webhook.id === opened ? null : webhook.id)}
                    reload={webhooks.reload}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
      {shown ? <Log key={shown.id} of={shown} reload={webhooks.reload} /> : null}
      {steps ? (
        <p class="hint">
          Alerts start when readers click. <a href="/">Set up newsgauge</a> first.
        </p>
      ) : (
        <Loaded of={preview} what="the last alerts" lines={8}>
          {(value) => <Preview {...value} />}
        </Loaded>
      )}
      <Loaded of={settings} what="the alert settings" lines={6}>
        {(value) => <Settings of={value} reload={settings.reload} />}
      </Loaded>
    </div>
  );
}

mountSignedInPage(
  Alerts,
  <>
    To get alerts by email, by webhook or in a feed, follow <a href="/insights/today">alarms</a>, or open a topic or a
    story under <a href="/insights">Insights</a> and follow it.
  </>,
);
