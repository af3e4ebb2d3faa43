import { useDebounced } from './embed-builder/debounced.ts';
import { BuilderForm } from './embed-builder/form.tsx';
import { type Feed, Preview } from './embed-builder/preview.tsx';
import { Snippet } from './embed-builder/snippet.tsx';
import { DEFAULTS, feedParameters, snippet } from './embed-builder/view.ts';
import { type KeyAccess, type Query, useQuery } from './lib/query.ts';
import { request } from './lib/request.ts';
import { start } from './lib/start.tsx';
import { useView } from './lib/view.ts';
import { KeyGate } from './ui/key-gate.tsx';

/** Milliseconds without a change after which the feed is asked. */
const SETTLED = 350;
/** Articles that tell whether there are any. */
const FIRST = 3;

function Builder(entry: KeyAccess) {
  const [view, setView] = useView(DEFAULTS);
  const settled = useDebounced(JSON.stringify(feedParameters(view)), SETTLED);
  const parameters: Record<string, string> = JSON.parse(settled);
  const feed = useQuery(
    entry,
    async (signal) => {
      const query = { ...parameters, limit: Math.min(FIRST, Number(parameters.limit)) || parameters.limit };
      return request<Feed>('/api/v2/feed/', { key: entry.apiKey, query, signal });
    },
    { queryKey: settled, interval: null },
  );
  const height = view.grows === '1' ? null : Number(view.height) || Number(DEFAULTS.height);
  return (
    <div class="embed">
      <BuilderForm
        {...entry}
        view={view}
        change={(part) => setView(part, { replace: true })}
        faults={feed.error?.faults ?? {}}
      />
      <div class="result">
        <Snippet text={snippet(location.origin, view, entry.apiKey)} />
        <section aria-labelledby="preview-title">
          <h2 id="preview-title">Preview</h2>
          <Fits of={feed} />
          <Preview {...entry} {...{ parameters, feed, height }} title={view.title} />
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
        ? 'No article fits this combination: take a filter away, or wait for one to come.'
        : 'The very page that readers get.'}
    </p>
  );
};

start(() => (
  <KeyGate
    kind="publishable"
    why="The snippet holds a publishable key, which readers of your page can see. A secret key must never stand in a page."
  >
    {(key, rejectKey) => <Builder apiKey={key} rejectKey={rejectKey} />}
  </KeyGate>
));
