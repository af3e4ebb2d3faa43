import { useEffect, useState } from 'hono/jsx/dom';
import { createPublishableKey } from '../keys/key-form.tsx';
import { useData, useQuery } from '../lib/query.ts';
import { may, request, type Schemas, useSession } from '../lib/request.ts';
import { Button } from '../ui/actions.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { KeyForm } from '../ui/mount-page.tsx';
import { OrderGain } from '../ui/order-gain.tsx';
import { Facts, Hint, Loaded, Section } from '../ui/parts.tsx';
import { originsOf, publishableFault } from './framing.ts';

const USE_POLL_MS = 30_000;

interface Keyed {
  apiKey: string;
  setKey: (key: string) => void;
}

/** Button that creates a publishable key, for users who may create keys. */
export function NewKey({ text, look, setKey }: Pick<Keyed, 'setKey'> & { text: string; look?: 'primary' }) {
  const { session } = useSession();
  return may(session, 'operate') ? <Button text={text} look={look} press={() => createPublishableKey(setKey)} /> : null;
}

/** Input for the snippet's key. Only the tab of a signed-in user stores the key. */
export function KeyField({ apiKey, setKey }: Keyed) {
  const [text, setText] = useState(apiKey);
  useEffect(() => {
    if (apiKey) setText(apiKey);
  }, [apiKey]);
  const fault = text === '' ? null : publishableFault(text);
  return (
    <div class="text">
      <label for="publishable">Publishable key</label>
      <div class="row">
        <input
          id="publishable"
          type="text"
          value={text}
          placeholder="ngp_…"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-invalid={fault ? 'true' : undefined}
          aria-describedby="publishable-hint"
          onInput={(event: Event) => {
            const entered = (event.target as HTMLInputElement).value.trim();
            setText(entered);
            setKey(publishableFault(entered) ? '' : entered);
          }}
        />
        {apiKey ? <NewKey text="New key" setKey={setKey} /> : null}
      </div>
      <Hint id="publishable-hint" fault={fault}>
        Anyone who opens your page can read this key.
      </Hint>
      {apiKey ? <Binding apiKey={apiKey} /> : null}
    </div>
  );
}

function Binding({ apiKey }: Pick<Keyed, 'apiKey'>) {
  const { session } = useSession();
  const origins = useQuery(`bound ${apiKey}`, (signal) => originsOf(apiKey, signal));
  if (origins.value === null) return <p class="hint">{origins.error ? '' : 'Checking the key…'}</p>;
  if (origins.value.length > 0) return <p class="hint">Bound to {origins.value.join(', ')}.</p>;
  return (
    <p class="notice" role="status">
      This key works on any site.{' '}
      {may(session, 'operate') ? (
        <>
          Before you publish, bind it to your site under <a href="/keys">Keys</a>, so that no other site can use it.
        </>
      ) : (
        'Before you publish, ask your publisher to bind it to your site, so that no other site can use it.'
      )}
    </p>
  );
}

type Step = Schemas['KeyUse']['accepted'];
const STEPS: Record<Step, string> = {
  hour: 'Within the hour',
  today: 'In the last 24 hours',
  week: 'In the last 7 days',
  never: 'No clicks accepted in the last 7 days',
};
/** Advice on an outcome of clicks. It is shown if no click was accepted, or if a click had another outcome. */
const ADVICE: Record<Exclude<keyof Schemas['KeyUse'], 'origins' | 'orderGain'>, [name: string, advice: string]> = {
  accepted: ['Accepted clicks', 'Open your page and click an article. The click appears here within two minutes.'],
  dropped: ['Not counted', 'These clicks come from bots or prefetching browsers.'],
  forbidden: ['Refused: other site', 'Your page is not one of the sites to which the key is bound.'],
  parameterInvalid: ['Refused: malformed', 'Copy the snippet again, without changes.'],
  rateLimited: ['Refused: too many', 'One address sent too many clicks in a minute.'],
};

const originsText = (origins: Schemas['KeyUse']['origins']): string =>
  origins.map(({ origin, last }) => `${origin} (${STEPS[last].toLowerCase()})`).join(', ');

interface KeyChoiceProps extends Pick<Keyed, 'apiKey'> {
  id: string;
  choose: (id: string) => void;
}

/** Select of all active publishable keys, for operators. */
function KeyChoice({ apiKey, id, choose }: KeyChoiceProps) {
  const keys = useData('/manage/keys', { query: { kind: 'publishable', state: 'living', limit: 1000 } });
  const options = (keys.value?.keys ?? []).map(
    ({ id, name, origins: [origin] }) => [String(id), `${name} (No. ${id}${origin ? `, ${origin}` : ''})`] as const,
  );
  return (
    <SelectField
      label="Key"
      value={id}
      options={[['', apiKey ? 'The key of the snippet' : 'Choose a key'], ...options]}
      change={choose}
    />
  );
}

/** Shows when clicks with a key arrived, in steps of an hour, a day and a week. */
export function ClickStatus({ apiKey }: Pick<Keyed, 'apiKey'>) {
  const { session } = useSession();
  const [id, choose] = useState('');
  const body = id ? { id: Number(id) } : { key: apiKey };
  const isChosen = id !== '' || apiKey !== '';
  const use = useQuery(
    ['use', body],
    (signal) => request<Schemas['KeyUse']>('/session/key-use', { method: 'POST', body, signal }),
    { interval: USE_POLL_MS, paused: !isChosen },
  );
  // The section does not exist yet when the browser looks for the fragment of the address.
  useEffect(() => {
    if (location.hash === '#working') document.getElementById('working')?.scrollIntoView();
  }, []);
  return (
    <Section id="working" class="card stack" title="Clicks from your page">
      {may(session, 'operate') ? <KeyChoice apiKey={apiKey} id={id} choose={choose} /> : null}
      {isChosen ? (
        <Loaded of={use} what="the clicks with this key" lines={3}>
          {(steps) => (
            <>
              <Facts
                of={Object.fromEntries([
                  ...Object.entries(ADVICE).flatMap(([name, [label, advice]]) => {
                    const step = steps[name as keyof typeof ADVICE];
                    if (name !== 'accepted' && step === 'never') return [];
                    const isFine = name === 'accepted' && step !== 'never';
                    return [[label, isFine ? STEPS[step] : `${STEPS[step]}. ${advice}`]];
                  }),
                  ['Refused origins', originsText(steps.origins) || 'None'],
                ])}
              />
              <OrderGain of={steps.orderGain} />
            </>
          )}
        </Loaded>
      ) : may(session, 'operate') ? null : (
        <p class="hint">Choose a key to see whether its clicks arrive.</p>
      )}
    </Section>
  );
}

export const KeyGate = ({ setKey, notice }: Pick<Keyed, 'setKey'> & { notice: string }) => (
  <div class="card">
    <KeyForm
      id="publishable"
      heading="Build an embed"
      why="Start with the publishable key that your publisher gave you, or sign in at the top of the page."
      label="Publishable key"
      type="text"
      placeholder="ngp_…"
      act="Continue"
      notice={notice}
      faultOf={publishableFault}
      send={setKey}
    />
  </div>
);
