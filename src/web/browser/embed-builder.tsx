import { useEffect, useState } from 'hono/jsx/dom';
import { useDebounced } from './embed-builder/debounced.ts';
import { BuilderForm } from './embed-builder/form.tsx';
import { KeyField, KeyForm } from './embed-builder/key.tsx';
import { type Feed, Preview } from './embed-builder/preview.tsx';
import { Snippet } from './embed-builder/snippet.tsx';
import { DEFAULTS, feedParameters } from './embed-builder/view.ts';
import { type Query, useQuery } from './lib/query.ts';
import { carryKey, request } from './lib/request.ts';
import { useSession } from './lib/session.ts';
import { start } from './lib/start.tsx';
import { useView } from './lib/view.ts';
import { Skeleton } from './ui/states.tsx';

/** Milliseconds without a change after which the feed is asked. */
const SETTLED = 350;
/** Articles that tell whether there are any. */
const FIRST = 3;

interface Keyed {
  /** A publishable key; empty: none has been given yet. */
  apiKey: string;
  setKey: (key: string) => void;
  isSignedIn: boolean;
  /** The key is not known. */
  reject: () => void;
}

function Builder({ apiKey, setKey, isSignedIn, reject }: Keyed) {
  const [view, setView] = useView(DEFAULTS);
  const settled = useDebounced(JSON.stringify(feedParameters(view)), SETTLED);
  const parameters: Record<string, string> = JSON.parse(settled);
  const feed = useQuery(
    async (signal) => {
      const query = { ...parameters, limit: Math.min(FIRST, Number(parameters.limit)) || parameters.limit };
      return request<Feed>('/api/v2/feed/', { query, signal });
    },
    { queryKey: settled, interval: null },
  );
  useEffect(() => {
    if (!isSignedIn && feed.error?.kind === 'key') reject();
  }, [feed.error]);
  const height = view.grows === '1' ? null : Number(view.height) || Number(DEFAULTS.height);
  const faults = feed.error?.faults ?? {};
  return (
    <div class="embed">
      <BuilderForm view={view} change={(part) => setView(part, { replace: true })} faults={faults} />
      <div class="result">
        <section class="snippet" aria-labelledby="snippet-title">
          <h2 id="snippet-title">Snippet</h2>
          <KeyField apiKey={apiKey} setKey={setKey} />
          <Snippet view={view} apiKey={apiKey} isFaulty={Object.keys(faults).length > 0} />
        </section>
        <section aria-labelledby="preview-title">
          <h2 id="preview-title">Preview</h2>
          <Fits of={feed} />
          <Preview apiKey={isSignedIn ? '' : apiKey} {...{ parameters, feed, height }} title={view.title} />
        </section>
      </div>
    </div>
  );
}

/** A line that is always there, so that nothing jumps when it warns. */
const Fits = ({ of: { value } }: { of: Query<Feed> }) => {
  const isEmpty = value?.items.length === 0;
  return (
    <p class={isEmpty ? 'fits warn' : 'fits'} role="status">
      {isEmpty
        ? 'No article matches. Remove a filter, or wait for one to be published.'
        : 'This is exactly what your readers will see.'}
    </p>
  );
};

/** With a session everything can be chosen before there is a key; a partner without one gives the publishable key first. */
function Embed() {
  const { session } = useSession();
  const [apiKey, setKey] = useState('');
  const [notice, setNotice] = useState('');
  const reject = () => {
    setNotice('This key is unknown, revoked or expired.');
    setKey('');
  };
  if (session === undefined) return <Skeleton lines={12} />;
  carryKey(session ? null : apiKey || null);
  if (!session && !apiKey) return <KeyForm notice={notice} setKey={setKey} />;
  return <Builder key={session ? 'session' : apiKey} {...{ apiKey, setKey, reject }} isSignedIn={session !== null} />;
}

start(Embed);
