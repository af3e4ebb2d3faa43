import { type DataOf, request } from '../lib/request.ts';
import { formatCount } from '../lib/words.ts';
import { showToast } from '../ui/actions.tsx';
import { SentForm } from '../ui/form/form.tsx';
import { type InputField, toValues } from '../ui/form/values.ts';
import { Section } from '../ui/parts.tsx';

const FIELDS: InputField[] = [
  {
    name: 'networks',
    label: 'Addresses and networks',
    hint: 'One per line, such as 192.0.2.7, 10.0.0.0/8 or AS64496',
    type: 'lines',
    isWhole: true,
  },
];

const countOf = ({ networks }: DataOf<'/manage/own-staff'>): number => (Array.isArray(networks) ? networks.length : 0);

export const OwnStaff = ({ reload, ...of }: DataOf<'/manage/own-staff'> & { reload: () => void }) => (
  <Section id="own-staff" title="Own staff" note="clicks that do not count">
    <details>
      <summary>
        {countOf(of) === 0 ? 'Add addresses' : formatCount(countOf(of), 'address or network', 'addresses and networks')}
      </summary>
      <SentForm
        class="narrow"
        act="Save"
        busy="Saving…"
        fields={FIELDS}
        initial={toValues(FIELDS, of)}
        isStored
        send={(values) => request('/manage/own-staff', { method: 'PUT', body: values })}
        done={() => {
          showToast('Own staff saved.');
          reload();
        }}
      />
      <p class="hint">
        Colleagues elsewhere open a page of your site with <code>?newsgauge=off</code> at the end of its address, and
        confirm. newsgauge then ignores clicks from that browser for 90 days.
      </p>
    </details>
  </Section>
);
