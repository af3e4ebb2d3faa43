import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { BuilderForm, ContentChoice } from './embed-builder/form.tsx';
import { ClickStatus, KeyField, KeyGate, NewKey } from './embed-builder/key.tsx';
import {
  EmbedPreview,
  type FrameTitles,
  isFieldFault,
  toFrameTitles,
  WIDTH_OPTIONS,
} from './embed-builder/preview.tsx';
import {
  type BuilderView,
  EMBED_DEFAULTS,
  type EmbedFormat,
  type FrameContent,
  followsPage,
  formatsOf,
  frameContentOf,
  frameParameters,
  frameStyle,
  frameTitle,
  heightFault,
  PATHS,
  savedFeed,
  snippet,
} from './embed-builder/view.ts';
import { readStoredBuilder, restoreSettings, storeBuilder } from './keys/stored-builder.ts';
import { copy, hrefOf, useDebounced, useView } from './lib/page.ts';
import { type Query, useQuery } from './lib/query.ts';
import { carryKey, type DataOf, request, requestText, type Schemas, useSession } from './lib/request.ts';
import { optionOrFirst } from './lib/words.ts';
import { Button, showToast } from './ui/actions.tsx';
import { Segments } from './ui/form/field.tsx';
import { mountPage } from './ui/mount-page.tsx';
import { Section, Skeleton } from './ui/parts.tsx';

interface Props {
  view: BuilderView;
  apiKey: string;
  setKey: (key: string) => void;
  isFaulty: boolean;
}

const PLACEHOLDER_KEY = 'YOUR_PUBLISHABLE_KEY';

const USES: Record<EmbedFormat, string> = {
  html: 'Paste it where the articles should appear.',
  react: 'A component without dependencies.',
  wordpress: 'Paste it into a “Custom HTML” block.',
  rss: 'For feed readers, email and the RSS block of WordPress. A key bound to sites works there, too. Clicks count only if you add tracked=1 to the address.',
};

function Snippet({ view, apiKey, setKey, isFaulty }: Props) {
  const [format, setFormat] = useState<string>(() => readStoredBuilder().format ?? 'html');
  const field = useRef<HTMLTextAreaElement>(null);
  const formats = formatsOf(frameContentOf(view));
  const chosen = optionOrFirst(formats, format);
  const text = isFaulty ? '' : snippet(location.origin, view, apiKey || PLACEHOLDER_KEY, chosen);
  const choose = (to: EmbedFormat) => {
    setFormat(to);
    storeBuilder({ format: to });
  };
  const take = async () => {
    const isCopied = await copy(text);
    if (!isCopied) field.current?.select();
    showToast(
      isCopied
        ? 'Copied.'
        : 'This browser doesn’t allow pages to copy. The lines are selected, so you can copy them yourself.',
    );
  };
  const hint = isFaulty
    ? 'Fix the fields marked in red first.'
    : apiKey
      ? USES[chosen]
      : `Replace ${PLACEHOLDER_KEY} with a publishable key.`;
  return (
    <Section
      id="snippet"
      class="card stack snippet"
      title="Snippet"
      end={<Segments label="For" name="for" value={chosen} options={formats} choose={choose} />}
    >
      <KeyField apiKey={apiKey} setKey={setKey} />
      <textarea
        ref={field}
        readonly
        rows={6}
        spellcheck={false}
        aria-labelledby="snippet-title"
        value={text}
        disabled={isFaulty}
      />
      <div class="row">
        {isFaulty || apiKey ? null : <NewKey text="Create a key" look="primary" setKey={setKey} />}
        <Button text="Copy" look={apiKey ? 'primary' : undefined} isDisabled={isFaulty} press={take} />
        <span class="hint">{hint}</span>
      </div>
    </Section>
  );
}

type JsonFeed = Schemas['JsonFeed'];
type Trending = DataOf<'/api/v2/topics/trending/'>;

const SETTLE_MS = 350;
/** Maximum number of loaded titles. A few are enough to show that there are articles. */
const MAX_TITLES = 3;

interface Keyed {
  apiKey: string;
  setKey: (key: string) => void;
  isSignedIn: boolean;
  reject: () => void;
}

function Builder({ apiKey, setKey, isSignedIn, reject }: Keyed) {
  const [view, setView] = useView(EMBED_DEFAULTS);
  const [width, setWidth] = useState<string>('100%');
  const address = hrefOf(view, EMBED_DEFAULTS);
  const settings = address.startsWith('?') ? address : '';
  useEffect(() => storeBuilder({ search: settings }), [settings]);
  const content = frameContentOf(view);
  const example = useQuery('example', loadExample, { paused: !followsPage(view) });
  const exampleId = followsPage(view) && example.value ? { id: example.value } : {};
  const parts = JSON.stringify({ content, parameters: { ...exampleId, ...frameParameters(view) } });
  const settled = useDebounced(parts, SETTLE_MS, parts);
  const shownParts: { content: FrameContent; parameters: Record<string, string> } = JSON.parse(settled);
  const needsArticle = shownParts.content === 'related' && !shownParts.parameters.id && !shownParts.parameters.url;
  const preview = useQuery(settled, (signal) => loadShown(shownParts.content, shownParts.parameters, signal), {
    paused: needsArticle,
  });
  const matches = useQuery(
    ['matches', settled],
    (signal) => countMatches(shownParts.content, shownParts.parameters, signal),
    { paused: !['feed', 'search'].includes(shownParts.content) || preview.value === null },
  );
  useEffect(() => {
    if (!isSignedIn && preview.error?.kind === 'key') reject();
  }, [preview.error]);
  const tooHigh = heightFault(view);
  const start = Number(tooHigh ? EMBED_DEFAULTS.height : view.height);
  const faults = { ...preview.error?.faults, ...(tooHigh ? { height: tooHigh } : {}) };
  const form = { view, faults, change: (part: Partial<BuilderView>) => setView(part, { replace: true }) };
  return (
    <div class="stack embed">
      <ContentChoice {...form}>
        {isSignedIn ? (
          <a href="#working" class="medium aside-end">
            Check that clicks arrive
          </a>
        ) : null}
      </ContentChoice>
      <div class="stack gap-5">
        <BuilderForm {...form} />
        {settings ? (
          <p>
            <Button text="Reset all settings" press={() => setView(EMBED_DEFAULTS, { replace: true })} />
          </p>
        ) : null}
      </div>
      <div class="stack gap-4 result">
        <Snippet view={view} apiKey={apiKey} setKey={setKey} isFaulty={Object.keys(faults).length > 0} />
        <Section
          id="preview"
          class="card"
          title="Preview"
          end={<Segments label="Width" name="width" value={width} options={WIDTH_OPTIONS} choose={setWidth} />}
        >
          {needsArticle && example.value === '' ? (
            <p class="hint">There are no articles yet. Publish one to see what is related to it.</p>
          ) : (
            <Fits
              of={preview}
              matches={matches.value}
              parameters={shownParts.parameters}
              isExample={followsPage(view)}
            />
          )}
          {needsArticle ? null : (
            <EmbedPreview
              apiKey={isSignedIn ? '' : apiKey}
              {...shownParts}
              shown={preview}
              height={view.grows === '1' ? null : start}
              start={start}
              title={frameTitle(view)}
              look={frameStyle(view)}
              width={width}
            />
          )}
        </Section>
      </div>
      {isSignedIn ? <ClickStatus apiKey={apiKey} /> : null}
    </div>
  );
}

/** Loads the id of the newest article. The preview of an embed that follows its page uses it. */
async function loadExample(signal: AbortSignal): Promise<string> {
  const { items } = await request<JsonFeed>('/api/v2/feed/', { query: { limit: 1 }, signal });
  return items[0]?.id ?? '';
}

type Matches = DataOf<'/embed/choices/matches'>;

/** Counts the articles that match the filters. */
async function countMatches(content: FrameContent, query: Record<string, string>, signal: AbortSignal) {
  if (content === 'search' && !query.search) return null;
  return request<Matches>('/embed/choices/matches', { query, signal });
}

/** Compares the matching articles with the length of the list. Stories have fewer entries than articles. */
function matchesText({ matches, more }: Matches, { limit, stories }: Record<string, string>): string {
  const found = matches === 1 ? 'One article matches' : `${matches}${more ? ' or more' : ''} articles match`;
  if (matches <= Number(limit)) return `${found}. `;
  return `${found}, showing ${stories === '1' ? `at most ${limit} stories` : `${limit} of them`}. `;
}

/** Loads the content of the embed as JSON. Errors are keyed by the parameters in the embed's URL. */
async function loadShown(content: FrameContent, parameters: Record<string, string>, signal: AbortSignal) {
  const limit = Math.min(MAX_TITLES, Number(parameters.limit)) || parameters.limit;
  if (content !== 'trending') {
    const { search, ...query } = parameters;
    if (content === 'search' && !search) return toFrameTitles({ topics: [] });
    const path = content === 'search' ? savedFeed(search) : PATHS[content];
    return toFrameTitles(await request<JsonFeed>(path, { query: { ...query, limit }, signal }));
  }
  // Validates all parameters of the embed, because the request for the titles sends only some of them.
  await requestText('/embed/trending', { query: { ...parameters, output: 'json' }, signal });
  const { period } = parameters;
  return toFrameTitles(await request<Trending>('/api/v2/topics/trending/', { query: { period, limit }, signal }));
}

interface FitsProps {
  of: Query<FrameTitles>;
  matches: Matches | null;
  parameters: Record<string, string>;
  /** Whether the preview shows an article as an example, because each page sets its own. */
  isExample: boolean;
}

/** The element is rendered even when it is empty, so that a warning does not cause a layout shift. */
const Fits = ({ of: { value, error }, matches, parameters, isExample }: FitsProps) => {
  const isEmpty = value?.titles.length === 0;
  const hasFailed = error !== null && !isFieldFault(error);
  return (
    <p class={isEmpty || hasFailed ? 'hint fits warn' : 'hint fits'} role="status">
      {hasFailed
        ? error.message
        : error
          ? ''
          : value === null
            ? 'Loading the preview…'
            : isEmpty
              ? 'No matching articles. Remove a filter, or wait until a matching article is published.'
              : isExample
                ? 'Example for your newest article. Each page shows its own.'
                : `${matches?.matches ? matchesText(matches, parameters) : ''}This is exactly what your readers will see.`}
    </p>
  );
};

/** Signed-in users can build an embed without a key. Others must enter a publishable key first. */
function Embed() {
  const { session } = useSession();
  const [typedKey, setTypedKey] = useState<string | null>(null);
  // Without a session, the key is a means of access and is not stored.
  const apiKey = typedKey ?? (session ? readStoredBuilder().key : '') ?? '';
  const setKey = (key: string) => {
    setTypedKey(key);
    if (session) storeBuilder({ key });
  };
  const [notice, setNotice] = useState('');
  const reject = () => {
    setNotice('This key is unknown, revoked or expired.');
    setKey('');
  };
  if (session === undefined) return <Skeleton lines={12} />;
  carryKey(session ? null : apiKey || null);
  if (!session && !apiKey) return <KeyGate notice={notice} setKey={setKey} />;
  return (
    <Builder
      key={session ? 'session' : apiKey}
      apiKey={apiKey}
      setKey={setKey}
      reject={reject}
      isSignedIn={session !== null}
    />
  );
}

restoreSettings();
mountPage(Embed);
