import { useState } from 'hono/jsx/dom';
import { Log } from './alerts/log.tsx';
import { Preview } from './alerts/preview.tsx';
import { Settings } from './alerts/settings.tsx';
import type { Preview as PreviewAnswer, Settings as SettingsValue, Webhook } from './alerts/types.ts';
import { WebhookForm } from './alerts/webhook-form.tsx';
import { WebhookRow } from './alerts/webhook-row.tsx';
import { useQuery } from './lib/request/query.ts';
import { request } from './lib/request/request.ts';
import { start } from './lib/start.tsx';
import { timeZone } from './lib/time/time-zone.ts';
import { useFirstSteps } from './ui/first-steps.tsx';
import { Once } from './ui/once.tsx';
import { SignedIn } from './ui/signed-in.tsx';
import { Empty, Loaded, Skeleton } from './ui/states.tsx';
import { mountToasts } from './ui/toast.tsx';

/** Who is notified of what, and what they would have got. */
function Alerts() {
  const webhooks = useQuery((signal) => request<{ webhooks: Webhook[] }>('/manage/webhooks', { signal }), {
    queryKey: 'webhooks',
    interval: null,
  });
  const settings = useQuery((signal) => request<SettingsValue>('/manage/alerts', { signal }), {
    queryKey: 'settings',
    interval: null,
  });
  const preview = useQuery((signal) => request<PreviewAnswer>('/manage/alerts/preview', { signal }), {
    queryKey: 'preview',
    interval: null,
  });
  const zone = timeZone();
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [opened, open] = useState<number | null>(null);
  const { steps, isLoading } = useFirstSteps(preview.value?.alarms.length === 0, 'readers');
  // Shown at once, so that nothing jumps.
  if (isLoading || ![webhooks, settings, preview].every(({ value, error }) => value ?? error))
    return <Skeleton lines={28} />;
  const shown = webhooks.value?.webhooks.find(({ id }) => id === opened);
  return (
    <div class="alerts">
      <section aria-labelledby="webhooks">
        <div class="list-head">
          <h2 id="webhooks">Webhooks</h2>
          <span class="end">
            <button type="button" class="primary" onClick={() => setAdding(true)}>
              New webhook
            </button>
          </span>
        </div>
        <Loaded of={webhooks} lines={6}>
          {({ webhooks: all }) =>
            all.length === 0 ? (
              <Empty title="No webhook yet">Add the address of a chat channel or of one of your services.</Empty>
            ) : (
              <ul class="webhooks">
                {all.map((webhook) => (
                  <WebhookRow
                    key={webhook.id}
                    of={webhook}
                    timeZone={zone}
                    isOpen={webhook.id === opened}
                    open={() => open(webhook.id === opened ? null : webhook.id)}
                    reload={webhooks.reload}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      {shown ? <Log key={shown.id} of={shown} reload={webhooks.reload} /> : null}
      {steps ?? (
        <Loaded of={preview} lines={8}>
          {(value) => <Preview {...value} />}
        </Loaded>
      )}
      <Loaded of={settings} lines={6}>
        {(value) => <Settings key={JSON.stringify(value)} of={value} timeZone={zone} reload={settings.reload} />}
      </Loaded>
      {isAdding ? (
        <WebhookForm
          timeZone={zone}
          close={() => setAdding(false)}
          done={(made) => {
            setAdding(false);
            setSecret(made);
            webhooks.reload();
          }}
        />
      ) : null}
      {secret ? <Once opened={null} secret={secret} close={() => setSecret(null)} /> : null}
    </div>
  );
}

mountToasts();
start(() => (
  <SignedIn needs="operator" why="Choose what is sent where, and see what was sent. You need an operator key.">
    {() => <Alerts />}
  </SignedIn>
));
