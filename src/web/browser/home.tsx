import { useState } from 'hono/jsx/dom';
import { copy, useView } from './lib/page.ts';
import { useQuery } from './lib/query.ts';
import { requestText } from './lib/request.ts';
import { known, optionsOf } from './lib/words.ts';
import { Button } from './ui/actions.tsx';
import { useFirstSteps } from './ui/first-steps.tsx';
import { Segments } from './ui/form/field.tsx';
import { Loaded, Skeleton } from './ui/parts.tsx';
import { startSignedIn } from './ui/start.tsx';

/** The feed; before readers have come, what is missing above it. */
function Home() {
  const { steps, hasStory, isLoading } = useFirstSteps(document.querySelector('.home.begins') !== null, 'readers');
  if (isLoading) return <Skeleton lines={14} />;
  return (
    <>
      {steps}
      {steps && hasStory ? <h2>The feed in three formats</h2> : null}
      {hasStory ? <Feed /> : null}
    </>
  );
}

const PATH = '/api/v2/feed/';
const FORMATS = optionsOf({ json: 'JSON Feed', rss: 'RSS 2.0', html: 'HTML' });
type Format = (typeof FORMATS)[number][0];

const USES: Record<Format, string> = {
  json: 'For programs: JSON Feed 1.1 with everything that is known of an article.',
  rss: 'For feed readers and mail: RSS 2.0 with an image for each article.',
  html: 'For an iframe: a complete page that reports clicks by itself. The embed page makes the snippet.',
};

const PLACEHOLDER = 'YOUR_PUBLISHABLE_KEY';

const DEFAULTS = { format: 'json' };

/** The newest articles as the service gives them, in each format, and the address to take along. */
function Feed() {
  const [view, change] = useView(DEFAULTS);
  const [copied, setCopied] = useState('');
  const format = known(FORMATS, view.format);
  const query = format === 'json' ? '' : `?output=${format}`;
  const feed = useQuery(format, (signal) => requestText(PATH, { query: { output: format, limit: 3 }, signal }));
  const address = `${location.origin}${PATH}${query}`;
  const take = async () => {
    const withKey = `${address}${query ? '&' : '?'}apiKey=${PLACEHOLDER}`;
    setCopied(
      (await copy(withKey))
        ? `Copied. Put a publishable key in place of ${PLACEHOLDER}.`
        : 'This browser does not let pages copy.',
    );
  };
  return (
    <>
      <div class="row tools after-4">
        <Segments
          label="Format"
          name="format"
          value={format}
          options={FORMATS}
          choose={(name) => {
            setCopied('');
            change({ format: name }, { replace: true });
          }}
        />
      </div>
      <p>{USES[format]}</p>
      <div class="row before-3">
        <code class="address">{address}</code>
        <Button text="Copy address" press={take} />
        <span class="hint" role="status">
          {copied}
        </span>
      </div>
      <h3>The three newest articles</h3>
      <Loaded of={feed} lines={10}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        {(text) => <pre tabIndex={0}>{format === 'json' ? JSON.stringify(JSON.parse(text), null, 2) : text}</pre>}
      </Loaded>
    </>
  );
}

startSignedIn('read', 'See the newest articles as JSON Feed, RSS and HTML.', Home);
