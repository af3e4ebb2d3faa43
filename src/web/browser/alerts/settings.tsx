import { useState } from 'hono/jsx/dom';
import { type DataOf, request } from '../lib/request/request.ts';
import { timeZone } from '../lib/time.ts';
import { Form } from '../ui/form/form.tsx';
import { changed, type Field, toBody, toValues } from '../ui/form/values.ts';
import { Section } from '../ui/section.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { ALERT_OPTIONS } from './events.ts';

const FIELDS: Field[] = [
  { name: 'types', label: 'Raised when', type: 'several', options: ALERT_OPTIONS },
  {
    name: 'oncePerDay',
    label: 'At most one alert per topic and day',
    hint: 'Others are sent the next day if they still apply',
    type: 'switch',
  },
  {
    name: 'quiet',
    label: 'Quiet hours',
    hint: `In ${timeZone()}; what still applies afterwards is sent then`,
    type: 'hours',
  },
];

/** Which alerts are raised, and when. */
export function Settings({ of, reload }: { of: DataOf<'/manage/alerts'>; reload: () => void }) {
  const stored = toValues(FIELDS, of);
  const [values, setValues] = useState(stored);
  const [isBusy, run] = useAction();
  const save = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      await request('/manage/alerts', { method: 'PUT', body: { quiet: null, ...toBody(FIELDS, values) } });
      showToast('Alert settings saved.');
      reload();
    });
  };
  return (
    <Section id="settings" title="Alerts">
      <form class="stack alert-settings" onSubmit={save}>
        <Form
          fields={FIELDS}
          values={values}
          faults={{}}
          change={(part) => setValues((before) => ({ ...before, ...part }))}
        />
        <div class="row">
          <button type="submit" class="primary" disabled={isBusy || changed(FIELDS, stored, values).length === 0}>
            Save
          </button>
        </div>
      </form>
    </Section>
  );
}
