import { useState } from 'hono/jsx/dom';
import { request } from '../lib/request/request.ts';
import { SwitchField } from '../ui/form/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { Hours } from './hours.tsx';
import { ALERT_TYPES, EVENT_NAMES, type Settings as Value } from './types.ts';

interface Props {
  of: Value;
  timeZone: string;
  reload: () => void;
}

/** Which alerts are raised, and when. */
export function Settings({ of, timeZone, reload }: Props) {
  const [value, set] = useState<Value>(of);
  const [isBusy, run] = useAction();
  const isChanged = JSON.stringify(value) !== JSON.stringify(of);
  const save = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      await request('/manage/alerts', { method: 'PUT', body: value });
      showToast('Alert settings saved.');
      reload();
    });
  };
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Alerts</h2>
      <form class="alert-settings" onSubmit={save}>
        {ALERT_TYPES.map((type) => (
          <SwitchField
            key={type}
            label={EVENT_NAMES[type]}
            on={value.types.includes(type)}
            change={(on) =>
              set({ ...value, types: ALERT_TYPES.filter((one) => (one === type ? on : value.types.includes(one))) })
            }
          />
        ))}
        <SwitchField
          label="At most one alert per topic and day"
          hint="Others are sent the next day if they still apply"
          on={value.oncePerDay}
          change={(oncePerDay) => set({ ...value, oncePerDay })}
        />
        <Hours
          label="Quiet hours"
          hint={`In ${timeZone}; what still applies afterwards is sent then`}
          value={value.quiet}
          change={(quiet) => set({ ...value, quiet })}
        />
        <div class="row">
          <button type="submit" class="primary" disabled={isBusy || !isChanged}>
            Save
          </button>
        </div>
      </form>
    </section>
  );
}
