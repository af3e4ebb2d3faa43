import { useState } from 'hono/jsx/dom';
import { useQuery } from '../lib/query.ts';
import { KeyForm } from '../ui/mount-page.tsx';
import { Hint } from '../ui/parts.tsx';
import { originsOf, publishableFault } from './framing.ts';

interface Keyed {
  apiKey: string;
  setKey: (key: string) => void;
}

/** Input for the snippet's key, which stays in memory until the page is closed. */
export function KeyField({ apiKey, setKey }: Keyed) {
  const [text, setText] = useState(apiKey);
  const fault = text === '' ? null : publishableFault(text);
  return (
    <div class="text">
      <label for="publishable">Publishable key</label>
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
      <Hint id="publishable-hint" fault={fault}>
        Anyone who opens your page can read this key.
      </Hint>
      {apiKey ? <Binding apiKey={apiKey} /> : null}
    </div>
  );
}

function Binding({ apiKey }: Pick<Keyed, 'apiKey'>) {
  const origins = useQuery(`bound ${apiKey}`, (signal) => originsOf(apiKey, signal));
  if (origins.value === null) return <p class="hint">{origins.error ? '' : 'Checking the key…'}</p>;
  if (origins.value.length > 0) return <p class="hint">Bound to {origins.value.join(', ')}.</p>;
  return (
    <p class="notice" role="status">
      This key works on any site. Before you publish, bind it to your site so that no other site can use it:{' '}
      <a href="/keys">Keys</a>.
    </p>
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
