import { type DataOf, request } from '../lib/request/request.ts';
import { timeZone } from '../lib/time.ts';
import { SentForm } from '../ui/form/form.tsx';
import { type Field, toValues } from '../ui/form/values.ts';
import { Section } from '../ui/section.tsx';
import { showToast } from '../ui/toast.tsx';
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
export const Settings = ({ of, reload }: { of: DataOf<'/manage/alerts'>; reload: () => void }) => (
  <Section id="settings" title="Alerts">
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
