import { BuilderForm } from './embed-builder/form.tsx';
import { type Feed, Preview } from './embed-builder/preview.tsx';
import { useSettled } from './embed-builder/settled.ts';
import { Snippet } from './embed-builder/snippet.tsx';
import { DEFAULTS, feedParameters, snippet } from './embed-builder/view.ts';
import { ask } from './lib/ask.ts';
import { type Entry, useAsked } from './lib/asked.ts';
import type { Polled } from './lib/poll.ts';
import { start } from './lib/start.tsx';
import { useView } from './lib/view.ts';
import { KeyGate } from './ui/key-gate.tsx';

/** Milliseconds without a change after which the feed is asked. */
const SETTLED = 350;
/** Articles that tell whether there are any. */
const FIRST = 3;

function Builder(entry: Entry) {
  const [view, setView] = useView(DEFAULTS);
  const settled = useSettled(JSON.stringify(feedParameters(view)), SETTLED);
  const parameters: Record<string, string> = JSON.parse(settled);
  const feed = useAsked(
    entry,
    async (signal) => {
      const query = { ...parameters, limit: Math.min(FIRST, Number(parameters.limit)) || parameters.limit };
      return ask<Feed>('/api/v2/feed/', { key: entry.apiKey, query, signal });
    },
    { question: settled, every: null },
  );
  const height = view.grows === '1' ? null : Number(view.height) || Number(DEFAULTS.height);
  return (
    <div class="embed">
      <BuilderForm
        {...entry}
        view={view}
        change={(part) => setView(part, { replace: true })}
        faults={feed.refusal?.faults ?? {}}
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
const Fits = ({ of: { value } }: { of: Polled<Feed> }) => {
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
    {(key, refuse) => <Builder apiKey={key} refuse={refuse} />}
  </KeyGate>
));
