import { useState } from 'hono/jsx/dom';
import { type DataOf, request } from '../lib/request/request.ts';
import { timeZone } from '../lib/time.ts';
import { Submit } from '../ui/button.tsx';
import { FormFault } from '../ui/form/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { changed, type Field, toBody, toValues } from '../ui/form/values.ts';
import { Section } from '../ui/section.tsx';
import { showToast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-action.ts';
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
  const { isBusy, error, submit } = useSubmit(async () => {
    await request('/manage/alerts', { method: 'PUT', body: { quiet: null, ...toBody(FIELDS, values) } });
    showToast('Alert settings saved.');
    reload();
  });
  return (
    <Section id="settings" title="Alerts">
      <form class="stack narrow alert-settings" onSubmit={submit}>
        <Form
          fields={FIELDS}
          values={values}
          faults={error?.faults ?? {}}
          change={(part) => setValues((before) => ({ ...before, ...part }))}
        />
        <FormFault error={error} fields={FIELDS.map(({ name }) => name)} />
        <div class="row">
          <Submit
            text="Save"
            busy="Saving…"
            isBusy={isBusy}
            isDisabled={changed(FIELDS, stored, values).length === 0}
          />
        </div>
      </form>
    </Section>
  );
}
