import { useRef, useState } from 'hono/jsx/dom';
import { useFrameHeight } from '../lib/page.ts';
import { type Query, useQuery } from '../lib/query.ts';
import type { Schemas } from '../lib/request.ts';
import { optionsOf } from '../lib/words.ts';
import { Segments } from '../ui/form/field.tsx';
import { Skeleton } from '../ui/parts.tsx';
import { framedBy } from './framing.ts';
import { type FrameContent, frameAddress } from './view.ts';

/** What is in the frame, as data: titles in their order. */
export interface Shown {
  titles: string[];
}

/** The first titles of a feed or of trending topics. */
export const toShown = (answer: Schemas['JsonFeed'] | { topics: { name: string }[] }): Shown => ({
  titles: 'topics' in answer ? answer.topics.map(({ name }) => name) : answer.items.map(({ title }) => title ?? ''),
});

const WIDTHS = optionsOf({ '100%': 'Full', '600px': 'Column', '360px': 'Phone' });

/** Pixels; what is higher scrolls here. */
const MOST = 900;

interface Preview {
  /** Of a page that is used without a session; empty: the session asks. */
  apiKey: string;
  content: FrameContent;
  parameters: Record<string, string>;
  /** The same, as data. */
  shown: Query<Shown>;
  title: string;
  /** Pixels of an iframe that does not grow; null: it does. */
  height: number | null;
}

/** The very page that will be embedded, in an iframe as it will be. */
export function Preview({ content, parameters, shown, title, height, apiKey }: Preview) {
  const [width, setWidth] = useState<string>('100%');
  const framing = useQuery(`framed ${apiKey}`, (signal) => framedBy(apiKey, location.origin, signal));
  if (shown.error?.kind === 'invalid') return <p class="notice">Fix this first: {shown.error.message}</p>;
  if (framing.value) return <Elsewhere origins={framing.value} shown={shown.value} />;
  // Whoever builds is no reader.
  const { views: _, ...looks } = parameters;
  const address = frameAddress({ origin: '', content, parameters: looks, key: apiKey });
  return (
    <>
      <Segments label="Width" name="width" value={width} options={WIDTHS} choose={setWidth} />
      {/* Another address is another frame, so that trying things out leaves no trail for the Back button. */}
      {framing.at === null && !framing.error ? (
        <Skeleton lines={8} />
      ) : (
        <Frame key={address} address={address} title={title} height={height} width={width} />
      )}
    </>
  );
}

function Frame({
  address,
  title,
  height,
  width,
}: { address: string; width: string } & Pick<Preview, 'title' | 'height'>) {
  const frame = useRef<HTMLIFrameElement>(null);
  const content = useFrameHeight(frame);
  const wanted = height ?? (content || 600);
  return (
    <>
      <iframe
        ref={frame}
        src={address}
        title={title}
        style={{ height: `${Math.min(wanted, MOST)}px`, maxWidth: width }}
      />
      {wanted > MOST ? <p class="hint">In your page it is {wanted} px high at this width.</p> : null}
    </>
  );
}

/** A key of other sites shows nothing here, so that the titles are listed instead. */
const Elsewhere = ({ origins, shown }: { origins: string[]; shown: Shown | null }) => (
  <div class="notice">
    <p>
      This key is bound to {origins.join(', ')}. Browsers show the frame on that site only, so there is no preview here.
      The snippet works there.
    </p>
    {shown && shown.titles.length > 0 ? (
      <>
        <p>It begins with:</p>
        <ol>
          {shown.titles.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ol>
      </>
    ) : null}
  </div>
);
