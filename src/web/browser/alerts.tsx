import { useState } from 'hono/jsx/dom';
import { Log } from './alerts/log.tsx';
import { Preview } from './alerts/preview.tsx';
import { Settings } from './alerts/settings.tsx';
import { editWebhook } from './alerts/webhook-form.ts';
import { WebhookRow } from './alerts/webhook-row.tsx';
import { useData } from './lib/request/query.ts';
import { Button } from './ui/button.tsx';
import { useFirstSteps } from './ui/first-steps.tsx';
import { Section } from './ui/section.tsx';
import { startSignedIn } from './ui/start.tsx';
import { areLoaded, Empty, Loaded, Skeleton } from './ui/states.tsx';

/** Who is notified of what, and what they would have got. */
function Alerts() {
  const webhooks = useData('/manage/webhooks');
  const settings = useData('/manage/alerts');
  const preview = useData('/manage/alerts/preview');
  const [opened, open] = useState<number | null>(null);
  const { steps, isLoading } = useFirstSteps(preview.value?.alarms.length === 0, 'readers');
  if (isLoading || !areLoaded(webhooks, settings, preview)) return <Skeleton lines={28} />;
  const shown = webhooks.value?.webhooks.find(({ id }) => id === opened);
  return (
    <div class="stack sections alerts">
      <Section
        id="webhooks"
        title="Webhooks"
        end={<Button text="New webhook" look="primary" press={() => editWebhook(null, webhooks.reload)} />}
      >
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
      {steps ?? (
        <Loaded of={preview} lines={8}>
          {(value) => <Preview {...value} />}
        </Loaded>
      )}
      <Loaded of={settings} lines={6}>
        {(value) => <Settings key={JSON.stringify(value)} of={value} reload={settings.reload} />}
      </Loaded>
    </div>
  );
}

startSignedIn('operator', 'Choose what is sent where, and see what was sent. You need an operator key.', Alerts);
